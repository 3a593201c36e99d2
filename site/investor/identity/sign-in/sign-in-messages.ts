/** The messages of the sign-in page. Pure functions, so that every rule can be tested on its own. */

import { ApiError, NetworkError } from '#core/api/call-errors'
import { CONNECTION_FAILED_MESSAGE } from '#core/api/error-messages'
import { validateNewPassword } from '#core/security/new-password'
import { EMAIL_DISPUTED } from '#shared/email-dispute-reason'

export type SignInMode = 'sign-in' | 'register'
export type FieldName = 'first_name' | 'last_name' | 'email' | 'password' | 'confirmPassword'
/** `hasOneName` stands for the last name. */
export type SignInFields = Record<FieldName, string> & { hasOneName?: boolean }

export interface ValidationError {
  message: string
  /**
   * The invalid fields, of which the first on the page gets the focus; an empty message if the form's message covers
   * it.
   */
  fieldErrors: Partial<Record<FieldName, string>>
}

const at = (...names: FieldName[]): ValidationError['fieldErrors'] =>
  Object.fromEntries(names.map((name) => [name, '']))

const isBlank = (text: string): boolean => text.trim() === ''

/** The first error of the completed form, before anything is sent. */
export function validateSignIn(mode: SignInMode, fields: SignInFields): ValidationError | undefined {
  const blank = (...names: FieldName[]) => names.filter((name) => isBlank(fields[name]))
  const names =
    mode === 'register' ? blank('first_name', ...(fields.hasOneName ? [] : (['last_name'] as const))) : []
  if (names.length > 0) return { message: 'First name and last name are required', fieldErrors: at(...names) }
  // Spaces alone are not an email address, but they may be a password.
  const missing = [...blank('email'), ...(fields.password === '' ? (['password'] as const) : [])]
  if (missing.length > 0) return { message: 'Email and password are required', fieldErrors: at(...missing) }
  return mode === 'register' ? validateNewPassword(fields, fields.email.trim()) : undefined
}

/**
 * Everything else missing in a new account, in addition to the form's first error, so that all can be completed at
 * once.
 */
export const listMissingSignInFields = ({
  email,
  password,
}: SignInFields): ValidationError['fieldErrors'] => ({
  ...(isBlank(email) && { email: 'Email is required' }),
  ...(password === '' && { password: 'Password is required' }),
})

/**
 * A malformed email address, in addition to the form's first error, so that both can be fixed at once. The server has
 * the exact rule.
 */
export const validateEmail = (email: string): { email: string } | undefined =>
  isBlank(email) || /^\S+@\S+\.\S+$/.test(email.trim())
    ? undefined
    : { email: 'Must be an email address, such as name@example.com' }

/** Different passwords, in addition to another error of the form. */
export const validatePasswordMatch = ({
  password,
  confirmPassword,
}: SignInFields): { confirmPassword: string } | undefined =>
  password === '' || password === confirmPassword ? undefined : { confirmPassword: 'Passwords do not match' }

export const ACCOUNT_LOCKED_MESSAGE =
  'Account temporarily locked due to security measures. Please try again later.'
const OTHERWISE = 'An error occurred. Please try again.'

/** The message for a failed call: the first of eight rules that applies. */
export function getSignInErrorMessage(mode: SignInMode, error: unknown): string {
  if (error instanceof NetworkError) return CONNECTION_FAILED_MESSAGE
  if (!(error instanceof ApiError)) return OTHERWISE
  if (error.status === 429) return 'Too many attempts. Please wait a few minutes before trying again.'
  // An additional state outside the rules: a user locked out for this reason should know it.
  if (error.ours && error.message.includes(EMAIL_DISPUTED)) return error.message
  if (error.status === 403) {
    return 'Account access is restricted. Please contact support if you believe this is an error.'
  }
  // A proxy's message is not the server's.
  const text = error.ours ? error.message : ''
  if (text.includes('Rate limit')) return 'Rate limit exceeded. Please wait a moment before trying again.'
  if (text.includes('locked') || text.includes('blocked')) {
    return ACCOUNT_LOCKED_MESSAGE
  }
  if (text.includes('weak password') || text.includes('Password must be')) return text
  if (mode === 'register' && text.includes('already exists')) {
    return 'An account with this email already exists. Please try logging in instead.'
  }
  return text || OTHERWISE
}
