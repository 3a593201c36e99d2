import { useLayoutEffect, useState } from 'react'
import { hideLinkToken, readLinkToken } from '#core/browser/link-token'

/**
 * The token of the mailed link that this page was opened with; empty without one. Another link that is opened in the
 * same tab only changes the fragment, and is taken too.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(readLinkToken)
  // Before the page is painted: the address shows no token beside the form.
  useLayoutEffect(() => {
    const take = () => {
      setToken(readLinkToken())
      hideLinkToken()
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
