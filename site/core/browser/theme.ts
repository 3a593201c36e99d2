/** The reader's theme, stored for all tabs. The head script applies it before the first paint. */

/** In display order. */
export const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const
export type Theme = (typeof themes)[number]['value']

const KEY = 'theme'
/** Fallback if storage is blocked: the choice lasts as long as the page. */
let unstored: Theme = 'system'

const darkDevice = () => matchMedia('(prefers-color-scheme: dark)')

/** The chosen theme; `system` when none was chosen. */
export function getTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return unstored
  }
}

/** Applies the stored theme; on pages with the head script it is already applied before the first paint. */
export function applyTheme(): void {
  const theme = getTheme()
  const isDark = theme === 'dark' || (theme === 'system' && darkDevice().matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

const followers = new Set<() => void>()

function notify(): void {
  applyTheme()
  for (const follower of followers) follower()
}

export function setTheme(theme: Theme): void {
  unstored = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {}
  notify()
}

/** Applies theme changes made here, in another tab or on the device. */
export function subscribeToTheme(follower: () => void): () => void {
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
