import { type LoaderFunctionArgs, replace } from 'react-router'
import { signInAddress } from '#core/session/investor-session-termination'
import { investorSession } from '#core/session/session'
import { readNext } from './session/next.ts'

const isSignedIn = (): boolean => investorSession.read() !== null

/** Leads a visitor without a stored token or user record to sign in, and back afterwards; *Back* does not lead here again. */
export function guard({ request }: LoaderFunctionArgs) {
  if (isSignedIn()) return null
  const { pathname, search } = new URL(request.url)
  return replace(signInAddress(pathname + search))
}

/** Redirects a signed-in investor to the page in `next`. */
export function passSignedIn({ request }: LoaderFunctionArgs) {
  return isSignedIn() ? replace(readNext(new URL(request.url).search)) : null
}
