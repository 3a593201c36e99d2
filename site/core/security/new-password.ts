/** Validation messages for a new password that is typed twice. */
import { PASSWORD_MIN, passwordRules } from '#contract/identity/password-rules'
import type { FormErrors } from '#core/form/form'
import { getPasswordRejection } from '#shared/password-blocklist'
import { $commonPasswords } from './common-passwords.ts'

export interface NewPassword {
  password: string
  confirmPassword: string
}

/** Whether it has the required length, with letters, numbers and special characters. */
function isMixed(password: string): boolean {
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}\s]/u]
  return [...password].length >= PASSWORD_MIN && kinds.every((kind) => kind.test(password))
}

/**
 * The rules for letters, numbers and special characters. The first rule is the length; the server checks its upper
 * bound.
 */
const isComposed = (password: string): boolean => passwordRules.slice(1).every(({ holds }) => holds(password))

/** The rules a password does not meet. */
function findLack(password: string): string | undefined {
  if (!isMixed(password)) {
    return 'Password must be at least 8 characters long and contain a mix of letters, numbers, and special characters'
  }
  if (isComposed(password)) return undefined
  return 'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character'
}

/** The meter's message for a password that follows all rules and is still rejected. */
export const findPasswordRejection = (password: string, email: string): string | undefined =>
  passwordRules.every(({ holds }) => holds(password))
    ? getPasswordRejection(password, email, $commonPasswords.get())
    : undefined

export interface PasswordErrors {
  message: string
  /** The invalid fields, each with its own message, or an empty one if the form's message covers it. */
  fieldErrors: Partial<Record<keyof NewPassword, string>>
}

/** Why a new password is not sent: reports both a mismatch and the rules the first entry does not meet. */
export function validateNewPassword(
  { password, confirmPassword }: NewPassword,
  email = '',
): PasswordErrors | undefined {
  const lack = findLack(password)
  if (password !== confirmPassword) {
    return {
      message: 'Passwords do not match',
      fieldErrors: { confirmPassword: '', ...(lack !== undefined && { password: lack }) },
    }
  }
  if (lack !== undefined) return { message: lack, fieldErrors: { password: '' } }
  const refusal = findPasswordRejection(password, email)
  return refusal === undefined ? undefined : { message: refusal, fieldErrors: { password: refusal } }
}

/** The same, if possibly nothing has been typed yet. */
export const validateTypedPassword = (values: NewPassword, email = ''): PasswordErrors | undefined =>
  values.password === ''
    ? { message: 'Enter a new password', fieldErrors: { password: '' } }
    : validateNewPassword(values, email)

/** A change of the user's own password. Field names match the call, whose messages are shown at the fields. */
export interface PasswordChange {
  current_password: string
  new_password: string
  confirmPassword: string
}

/** Why a change of the user's own password is not sent. */
export function validatePasswordChange(
  { current_password, new_password, confirmPassword }: PasswordChange,
  email: string,
): FormErrors<PasswordChange> | undefined {
  if (current_password === '') {
    return { message: 'Enter your current password', fieldErrors: { current_password: '' } }
  }
  const fault = validateTypedPassword({ password: new_password, confirmPassword }, email)
  if (!fault) return undefined
  const { password, ...others } = fault.fieldErrors
  return {
    message: fault.message,
    fieldErrors: { ...others, ...(password !== undefined && { new_password: password }) },
  }
}
