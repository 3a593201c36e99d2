import { useLayoutEffect, useState } from 'react'
import { getLinkToken, removeLinkTokenFromUrl } from '#core/browser/email-link-token'

/**
 * The token of the emailed link that opened this page; empty if there is none. Another link opened in the same tab
 * changes only the fragment and is handled too.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(getLinkToken)
  // Before the page is painted, so that the URL never shows a token beside the form.
  useLayoutEffect(() => {
    const take = () => {
      setToken(getLinkToken())
      removeLinkTokenFromUrl()
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
