/** The administrators' path segment, which the built files do not hold: the address tells it, and storage keeps it. */

const KEY = 'adminPathSecret'
const ADDRESS = /^\/([A-Za-z0-9_-]{16,128})\/admin(?:\/|$)/

/** The segment of this page's address, else the one that was kept; empty when neither is there. */
export function adminPath(): string {
  const [, segment] = ADDRESS.exec(location.pathname) ?? []
  if (segment) return segment
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** Keeps the segment of this page's address for what is opened later. */
export function keepAdminPath(): void {
  try {
    localStorage.setItem(KEY, adminPath())
  } catch {}
}

/** Addresses of the panel's pages. */
export const adminAddress = (page: '' | '/login' | '/settings' = ''): string => `/${adminPath()}/admin${page}`

/** What opens the administrators' door: sign-in, renewal and sign-out carry it. */
export const adminPathHeaders = (): Record<string, string> => ({ 'x-admin-path': adminPath() })
