const DASHBOARD = '/access/dashboard'

/**
 * The path after sign-in or registration: `next` from the URL if it is a path of this site, or else the dashboard.
 * Anything a browser could read as another site is rejected (`//host`, `/\host`, a scheme, also behind characters that
 * browsers drop), and so is the sign-in page itself.
 */
export function parseReturnUrl(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (!/^\/(?![/\\])[\u0021-\u007e]*$/.test(next) || next.includes('\\')) return DASHBOARD
  const base = 'https://site.invalid'
  const address = URL.canParse(next, base) ? new URL(next, base) : undefined
  if (address?.origin !== base || address.pathname === '/access/login') return DASHBOARD
  // The resolved path, so that the checked path is the one navigated to.
  return address.pathname.startsWith('//') ? DASHBOARD : address.pathname + address.search + address.hash
}

/** Whether a path is the dashboard, on any of its tabs. */
export const isDashboardPath = (path: string): boolean => path.split(/[?#]/)[0] === DASHBOARD
