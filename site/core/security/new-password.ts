/** The messages about a new password that is typed twice, before it is sent. */
import { PASSWORD_MIN, passwordRules } from '#contract/password-rules'
import type { Rejection } from '#core/form/form'
import { explainRefusal } from '#shared/refused-passwords'
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

/** The rules for letters, numbers and signs. The first rule is the length, whose upper bound the server checks. */
const isComposed = (password: string): boolean => passwordRules.slice(1).every(({ holds }) => holds(password))

/** What a password lacks. */
function findLack(password: string): string | undefined {
  if (!isMixed(password)) {
    return 'Password must be at least 8 characters long and contain a mix of letters, numbers, and special characters'
  }
  if (isComposed(password)) return undefined
  return 'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character'
}

/** What the meter says of a password that follows all rules and is refused all the same. */
export const findRefusal = (password: string, email: string): string | undefined =>
  passwordRules.every(({ holds }) => holds(password))
    ? explainRefusal(password, email, $commonPasswords.get())
    : undefined

export interface PasswordFault {
  message: string
  /** The wrong fields, each with a message of its own, or an empty one where the message of the form says it. */
  fieldErrors: Partial<Record<keyof NewPassword, string>>
}

/** Why a new password is not sent: two that differ, and what the first lacks, are both said. */
export function checkNewPassword(
  { password, confirmPassword }: NewPassword,
  email = '',
): PasswordFault | undefined {
  const lack = findLack(password)
  if (password !== confirmPassword) {
    return {
      message: 'Passwords do not match',
      fieldErrors: { confirmPassword: '', ...(lack !== undefined && { password: lack }) },
    }
  }
  if (lack !== undefined) return { message: lack, fieldErrors: { password: '' } }
  const refusal = findRefusal(password, email)
  return refusal === undefined ? undefined : { message: refusal, fieldErrors: { password: refusal } }
}

/** The same where nothing may have been typed yet. */
export const findPasswordFault = (values: NewPassword, email = ''): PasswordFault | undefined =>
  values.password === ''
    ? { message: 'Enter a new password', fieldErrors: { password: '' } }
    : checkNewPassword(values, email)

/** A change of the own password. Named as in the call, whose messages are shown at the fields. */
export interface PasswordChange {
  current_password: string
  new_password: string
  confirmPassword: string
}

/** Why a change of the own password is not sent. */
export function checkPasswordChange(
  { current_password, new_password, confirmPassword }: PasswordChange,
  email: string,
): Rejection<PasswordChange> | undefined {
  if (current_password === '') {
    return { message: 'Enter your current password', fieldErrors: { current_password: '' } }
  }
  const fault = findPasswordFault({ password: new_password, confirmPassword }, email)
  if (!fault) return undefined
  const { password, ...others } = fault.fieldErrors
  return {
    message: fault.message,
    fieldErrors: { ...others, ...(password !== undefined && { new_password: password }) },
  }
}
