/** The reader's choice of theme, stored for all tabs. The head script applies it before the first paint. */

/** In the order in which they are offered. */
export const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const
export type Theme = (typeof themes)[number]['value']

const KEY = 'theme'
/** Used where storage is blocked: the choice then lasts as long as the page. */
let unstored: Theme = 'system'

const darkDevice = () => matchMedia('(prefers-color-scheme: dark)')

/** The chosen theme; `system` when none was chosen. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return unstored
  }
}

/** Shows the stored choice; pages with the head script have it before their first paint. */
export function applyTheme(): void {
  const theme = readTheme()
  const isDark = theme === 'dark' || (theme === 'system' && darkDevice().matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

const followers = new Set<() => void>()

function notify(): void {
  applyTheme()
  for (const follower of followers) follower()
}

export function chooseTheme(theme: Theme): void {
  unstored = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {}
  notify()
}

/** Keeps the page in the chosen theme when it is changed here, in another tab, or on the device. */
export function watchTheme(follower: () => void): () => void {
  const device = darkDevice()
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) notify()
  }
  followers.add(follower)
  device.addEventListener('change', notify)
  window.addEventListener('storage', onStorage)
  return () => {
    followers.delete(follower)
    device.removeEventListener('change', notify)
    window.removeEventListener('storage', onStorage)
  }
}
