/** The messages of the sign-in page. Pure, so that every rule can be tested alone. */
import { CONNECTION_FAILED } from '#core/api/failures'
import { NetworkFailure, RejectedCall } from '#core/api/problems'
import { checkNewPassword } from '#core/security/new-password'

export type Mode = 'sign-in' | 'register'
export type FieldName = 'first_name' | 'last_name' | 'email' | 'password' | 'confirmPassword'
export type Fields = Record<FieldName, string>

export interface ValidationError {
  message: string
  /** The invalid fields, the first of which on the page gets the focus: an empty message where that of the form says it. */
  fieldErrors: Partial<Record<FieldName, string>>
}

const at = (...names: FieldName[]): ValidationError['fieldErrors'] =>
  Object.fromEntries(names.map((name) => [name, '']))

const isBlank = (text: string): boolean => text.trim() === ''

/** The first error of the filled-in form, before anything is sent. */
export function validateSignIn(mode: Mode, fields: Fields): ValidationError | undefined {
  const blank = (...names: FieldName[]) => names.filter((name) => isBlank(fields[name]))
  const names = mode === 'register' ? blank('first_name', 'last_name') : []
  if (names.length > 0) return { message: 'First name and last name are required', fieldErrors: at(...names) }
  // Blanks alone are no email address, but they may be a password.
  const missing = [...blank('email'), ...(fields.password === '' ? (['password'] as const) : [])]
  if (missing.length > 0) return { message: 'Email and password are required', fieldErrors: at(...missing) }
  return mode === 'register' ? checkNewPassword(fields, fields.email.trim()) : undefined
}

/** What else is missing for a new account, beside the first error of the form, so that all is filled in at once. */
export const findMissing = ({ email, password }: Fields): ValidationError['fieldErrors'] => ({
  ...(isBlank(email) && { email: 'Email is required' }),
  ...(password === '' && { password: 'Password is required' }),
})

/**
 * What is wrong with the form of an email address, beside the first error of the form, so that both are mended at once.
 * The server has the exact rule.
 */
export const findEmailFault = (email: string): { email: string } | undefined =>
  isBlank(email) || /^\S+@\S+\.\S+$/.test(email.trim())
    ? undefined
    : { email: 'Must be an email address, such as name@example.com' }

/** Passwords that differ, beside another error of the form. */
export const findMismatch = ({
  password,
  confirmPassword,
}: Fields): { confirmPassword: string } | undefined =>
  password === '' || password === confirmPassword ? undefined : { confirmPassword: 'Passwords do not match' }

export const LOCKED = 'Account temporarily locked due to security measures. Please try again later.'
const OTHERWISE = 'An error occurred. Please try again.'

/** The message about a failed call: the first of eight rules that applies. */
export function explainRejection(mode: Mode, error: unknown): string {
  if (error instanceof NetworkFailure) return CONNECTION_FAILED
  if (!(error instanceof RejectedCall)) return OTHERWISE
  if (error.status === 429) return 'Too many attempts. Please wait a few minutes before trying again.'
  // A new state beside the rules: who is locked out for this reason should know it.
  if (error.ours && error.message.includes('in dispute')) return error.message
  if (error.status === 403) {
    return 'Account access is restricted. Please contact support if you believe this is an error.'
  }
  // A proxy's message is not the server's.
  const text = error.ours ? error.message : ''
  if (text.includes('Rate limit')) return 'Rate limit exceeded. Please wait a moment before trying again.'
  if (text.includes('locked') || text.includes('blocked')) {
    return LOCKED
  }
  if (text.includes('weak password') || text.includes('Password must be')) return text
  if (mode === 'register' && text.includes('already exists')) {
    return 'An account with this email already exists. Please try logging in instead.'
  }
  return text || OTHERWISE
}
