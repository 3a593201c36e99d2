/** Password rules. Without imports: the server reads them before it has loaded anything else. */

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

/** What a new password must contain, as separate rules for the meter next to the field. */
export const passwordRules = [
  { label: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`, holds: hasLength },
  { label: 'an uppercase letter', holds: (password: string) => /\p{Lu}/u.test(password) },
  { label: 'a lowercase letter', holds: (password: string) => /\p{Ll}/u.test(password) },
  { label: 'a number', holds: (password: string) => /\p{Nd}/u.test(password) },
  { label: 'a special character', holds: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const

/** In characters as people count them, not in UTF-16 units. */
function hasLength(password: string): boolean {
  const { length } = [...password]
  return length >= PASSWORD_MIN && length <= PASSWORD_MAX
}

/** Whether a password follows every rule that can be checked from the password alone. */
export const isStrongPassword = (password: string): boolean =>
  passwordRules.every(({ holds }) => holds(password))
