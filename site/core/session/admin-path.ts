/** The administrators' secret path segment. It is not in the built files; it is read from the URL and stored. */

const KEY = 'adminPathSecret'
const ADDRESS = /^\/([A-Za-z0-9_-]{16,128})\/admin(?:\/|$)/

/** The segment in this page's URL, or else the stored one; empty if there is neither. */
export function getAdminPath(): string {
  const [, segment] = ADDRESS.exec(location.pathname) ?? []
  if (segment) return segment
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** Stores the segment from this page's URL for pages opened later. */
export function saveAdminPath(): void {
  try {
    localStorage.setItem(KEY, getAdminPath())
  } catch {}
}

/** URLs of the panel's pages. */
export const getAdminUrl = (page: '' | '/login' | '/settings' = ''): string =>
  `/${getAdminPath()}/admin${page}`

/** The header with the secret path: sign-in, token refresh and sign-out carry it. */
export const getAdminPathHeaders = (): Record<string, string> => ({ 'x-admin-path': getAdminPath() })
