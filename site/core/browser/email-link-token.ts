/** The token of an emailed link, carried in the URL fragment: `#token=…`. */

/**
 * The key under which the token is kept in the history entry's state, which is neither displayed nor sent to a server.
 */
const STATE_KEY = 'linkToken'

const inAddress = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

const inState = (): string => {
  const token: unknown = (history.state as Record<string, unknown> | null)?.[STATE_KEY]
  return typeof token === 'string' ? token : ''
}

/**
 * The token from the URL, or the one that {@link removeLinkTokenFromUrl} removed from it, even after a reload;
 * otherwise empty.
 */
export const getLinkToken = (): string => inAddress() || inState()

/**
 * Removes the token from the URL so that it is not bookmarked or visible in a shared screen. It remains with this tab's
 * history entry.
 */
export function removeLinkTokenFromUrl(): void {
  const token = inAddress()
  if (!token) return
  history.replaceState({ ...history.state, [STATE_KEY]: token }, '', location.pathname + location.search)
}
