import { ApiError } from '#core/api/call-errors'

const OTHERWISE = 'Login failed. Please try again.'

/** The message for a failed sign-in: the first rule that applies. Pure functions. */
export function getAdminSignInErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return OTHERWISE
  if (error.status === 429) {
    return 'Too many login attempts. Your IP may be temporarily blocked. Please wait before trying again.'
  }
  if (error.status === 403) {
    return 'Access denied. Admin panel access is restricted to authorized IPs and locations.'
  }
  if (error.status === 404) return 'Admin panel not found. Please check the URL.'
  // A proxy's message is not the server's.
  const text = error.ours ? error.message : ''
  if (text.includes('Rate limit')) return 'Rate limit exceeded. Please wait a moment before trying again.'
  if (text.includes('locked')) {
    return 'Account temporarily locked due to failed attempts. Please wait before trying again.'
  }
  return text || OTHERWISE
}
