/**
 * Passwords that attackers try first: an offline list of common and leaked ones. They are compared in lower case, with
 * the usual substitutions undone and trailing digits and signs removed, so that `P@ssw0rd1` is `password`.
 */
import { findPart, provide } from '#common/process-state'
import { brandName } from '#shared/brand'

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

/** What is compared: the word before its digits and signs, and the whole without trailing signs. */
function formsOf(password: string): string[] {
  const lower = password.toLowerCase()
  const word = lower.replace(/[^\p{L}]+$/u, '')
  const whole = lower.replace(/[^\p{L}\p{N}]+$/u, '')
  return [...(word.length >= SHORTEST_WORD ? [word] : []), whole].map(undoSubstitutions)
}

/** What attackers try here before anything else, besides the name in the email: the name of the site and its people. */
const ofTheSite = new Set([brandName, 'investor', 'administrator'].flatMap(formsOf))

/** Whether a password is a word of this site or the name in the email of its account, or nearly. */
export function isOfContext(password: string, email: string): boolean {
  const ofAccount = formsOf(email.replace(/@.*$/, ''))
  return formsOf(password).some((form) => ofTheSite.has(form) || ofAccount.includes(form))
}

declare module '#common/process-state' {
  interface ProcessState {
    /** The compared forms of all refused passwords; missing until the first new password. */
    refusedPasswords: Promise<Set<string>>
  }
}

/** Loaded with the first new password: most starts of the server see none. */
function loadRefused(): Promise<Set<string>> {
  const loaded = findPart('refusedPasswords')
  if (loaded) return loaded
  const refusedPasswords = import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].flatMap((one) => formsOf(String(one)))),
  )
  provide({ refusedPasswords })
  return refusedPasswords
}

/** Whether a password is a common or leaked one, or nearly. */
export async function isRefused(password: string): Promise<boolean> {
  const list = await loadRefused()
  return formsOf(password).some((form) => list.has(form))
}
