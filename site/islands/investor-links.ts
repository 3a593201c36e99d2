export interface PageLink {
  href: string
  label: string
}

interface AreaLink extends PageLink {
  /** Shorter label for the bar, where there is less room. */
  short: string
}

/** The investor area pages linked from the bar and the user menu. */
export const areaLinks: readonly AreaLink[] = [
  { href: '/access/dashboard', label: 'Dashboard', short: 'Portfolio' },
  { href: '/access/transactions', label: 'Transaction History', short: 'Transactions' },
  { href: '/access/documents', label: 'Documents', short: 'Documents' },
]

export const settingsLink: AreaLink = { href: '/access/settings', label: 'Settings', short: 'Settings' }
