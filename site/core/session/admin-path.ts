/** The administrators' path segment, which the built files do not contain: it is read from the URL and stored. */

const KEY = 'adminPathSecret'
const ADDRESS = /^\/([A-Za-z0-9_-]{16,128})\/admin(?:\/|$)/

/** The segment of this page's URL, else the stored one; empty when there is neither. */
export function adminPath(): string {
  const [, segment] = ADDRESS.exec(location.pathname) ?? []
  if (segment) return segment
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** Stores the segment of this page's URL for pages that are opened later. */
export function keepAdminPath(): void {
  try {
    localStorage.setItem(KEY, adminPath())
  } catch {}
}

/** URLs of the panel's pages. */
export const adminAddress = (page: '' | '/login' | '/settings' = ''): string => `/${adminPath()}/admin${page}`

/** The header with the secret path: sign-in, token refresh and sign-out carry it. */
export const adminPathHeaders = (): Record<string, string> => ({ 'x-admin-path': adminPath() })
