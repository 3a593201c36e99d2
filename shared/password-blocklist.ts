/**
 * Which passwords are rejected although they follow the five rules: those that attackers try first. The server and the
 * meter next to the field share this rule. Passwords are compared in lower case, with the usual substitutions undone
 * and trailing digits and signs removed, so `P@ssw0rd1` becomes `password`.
 */
import { brandName } from './brand.ts'

/** Signs that stand for a letter. `l` and `i` count as one, since `1` and `!` stand for both. */
const letters: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '6': 'g',
  '9': 'g',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
}

const undoSubstitutions = (text: string): string =>
  text.replace(/[@483691!|l0$57+]/g, (sign) => letters[sign] ?? sign)

/** A shorter word says nothing about the digits after it. */
const SHORTEST_WORD = 4

/**
 * The forms in which a password is compared: the word before its digits and signs, and the whole without trailing
 * signs.
 */
export function listPasswordForms(password: string): string[] {
  const lower = password.toLowerCase()
  const word = lower.replace(/[^\p{L}]+$/u, '')
  const whole = lower.replace(/[^\p{L}\p{N}]+$/u, '')
  return [...(word.length >= SHORTEST_WORD ? [word] : []), whole].map(undoSubstitutions)
}

/** What attackers try here first, besides the name in the email: the name of the site and its people. */
const ofTheSite = new Set([brandName, 'investor', 'administrator'].flatMap(listPasswordForms))

/** Whether a password is, or nearly is, a word of this site or the name in the account's email. */
function isOfContext(password: string, email: string): boolean {
  const ofAccount = listPasswordForms(email.replace(/@.*$/, ''))
  return listPasswordForms(password).some((form) => ofTheSite.has(form) || ofAccount.includes(form))
}

/** Whether a password is, or nearly is, one of the common ones, given by their forms. */
export const isCommonPassword = (password: string, common: ReadonlySet<string>): boolean =>
  listPasswordForms(password).some((form) => common.has(form))

const refusals = {
  email: 'Password must be different from your email address',
  context: 'Password must be different from the site name and your email address',
  common:
    'Password must be less common: this one is, or resembles, a commonly used or leaked password. Use several unrelated words with an uppercase letter, a number and a special character.',
}

/** Whether a message is one of {@link getPasswordRejection}: it may also come from the server. */
export const isPasswordRejection = (message: string): boolean => Object.values(refusals).includes(message)

/**
 * Why a password that follows the five rules is rejected; undefined if it is accepted. `email` is the account's, if
 * known; without the forms of the common passwords only the other checks apply.
 */
export function getPasswordRejection(
  password: string,
  email: string,
  common: ReadonlySet<string> = new Set(),
): string | undefined {
  if (password.toLowerCase() === email.toLowerCase()) {
    return refusals.email
  }
  if (isOfContext(password, email)) {
    return refusals.context
  }
  if (isCommonPassword(password, common)) {
    return refusals.common
  }
  return undefined
}
