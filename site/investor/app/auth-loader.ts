import { type LoaderFunctionArgs, replace } from 'react-router'
import { getSignInUrl } from '#core/session/investor-session-termination'
import { investorSession } from '#core/session/session'
import { parseReturnUrl } from '#site/investor/identity/sign-in/return-url.ts'

const isSignedIn = (): boolean => investorSession.read() !== null

/**
 * Redirects a visitor without a stored token or user record to sign in, and back afterwards; *Back* does not return
 * here.
 */
export function requireSession({ request }: LoaderFunctionArgs) {
  if (isSignedIn()) return null
  const { pathname, search } = new URL(request.url)
  return replace(getSignInUrl(pathname + search))
}

/** Redirects a signed-in investor to the page in `next`. */
export function redirectIfSignedIn({ request }: LoaderFunctionArgs) {
  return isSignedIn() ? replace(parseReturnUrl(new URL(request.url).search)) : null
}
