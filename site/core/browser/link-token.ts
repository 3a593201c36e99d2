/**
 * Takes the token of a mailed link out of the address: it stays in no history, in no bookmark and on no screen that is
 * shown around. Empty when the address has none, as after a reload.
 */
export function takeLinkToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
