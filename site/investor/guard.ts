import { type LoaderFunctionArgs, redirect } from 'react-router'

function isSignedIn(): boolean {
  try {
    return localStorage.getItem('token') !== null && localStorage.getItem('user') !== null
  } catch {
    return false
  }
}

/** Sends a visitor without a stored token or user record to sign in, and back here afterwards. */
export function guard({ request }: LoaderFunctionArgs) {
  if (isSignedIn()) return null
  const { pathname, search } = new URL(request.url)
  return redirect(`/access/login?next=${encodeURIComponent(pathname + search)}`)
}
