/**
 * Which passwords are refused although they follow the five rules: those that attackers try first. The server and the
 * meter beside the field decide by this one rule. Passwords are compared in lower case, with the usual substitutions
 * undone and trailing digits and signs removed, so that `P@ssw0rd1` is `password`.
 */
import { brandName } from './brand.ts'

/** Signs that stand for a letter. `l` and `i` are one, since `1` and `!` stand for both. */
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

/** A shorter word says nothing about the digits behind it. */
const SHORTEST_WORD = 4

/** The forms in which a password is compared: the word before its digits and signs, and the whole without trailing signs. */
export function formsOf(password: string): string[] {
  const lower = password.toLowerCase()
  const word = lower.replace(/[^\p{L}]+$/u, '')
  const whole = lower.replace(/[^\p{L}\p{N}]+$/u, '')
  return [...(word.length >= SHORTEST_WORD ? [word] : []), whole].map(undoSubstitutions)
}

/** What attackers try here before anything else, besides the name in the email: the name of the site and its people. */
const ofTheSite = new Set([brandName, 'investor', 'administrator'].flatMap(formsOf))

/** Whether a password is a word of this site or the name in the email of its account, or nearly. */
function isOfContext(password: string, email: string): boolean {
  const ofAccount = formsOf(email.replace(/@.*$/, ''))
  return formsOf(password).some((form) => ofTheSite.has(form) || ofAccount.includes(form))
}

/** Whether a password is one of the common ones, whose forms are given, or nearly. */
export const isCommon = (password: string, common: ReadonlySet<string>): boolean =>
  formsOf(password).some((form) => common.has(form))

const refusals = {
  email: 'Password must be different from your email address',
  context: 'Password must be more than the name of this site or of your email address',
  common:
    'Password must be less common: attackers try this one, or one much like it, first. Take several unrelated words, with an uppercase letter, a number and a special character among them.',
}

/** Whether a message is one of {@link explainRefusal}: it may also come from the server. */
export const isRefusal = (message: string): boolean => Object.values(refusals).includes(message)

/**
 * Why a password is refused that follows the five rules; undefined for one that is taken. `email` is that of its
 * account, as far as it is known; without the forms of the common passwords only the rest is looked at.
 */
export function explainRefusal(
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
  if (isCommon(password, common)) {
    return refusals.common
  }
  return undefined
}
