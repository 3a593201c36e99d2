/** The token of a mailed link, which stands in the fragment of the address: `#token=…`. */

/** Under this name it stays in the state of the history entry, which no screen shows and no server is sent. */
const STATE_KEY = 'linkToken'

const inAddress = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

const inState = (): string => {
  const token: unknown = (history.state as Record<string, unknown> | null)?.[STATE_KEY]
  return typeof token === 'string' ? token : ''
}

/** The token of the address, or the one that {@link hideLinkToken} took out of it, also after a reload; else empty. */
export const readLinkToken = (): string => inAddress() || inState()

/**
 * Takes the token out of the address: it stays in no bookmark, and on no screen that is shown around. It goes with this
 * tab and entry of the history.
 */
export function hideLinkToken(): void {
  const token = inAddress()
  if (!token) return
  history.replaceState({ ...history.state, [STATE_KEY]: token }, '', location.pathname + location.search)
}
