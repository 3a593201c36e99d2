const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

/**
 * The name that the form begins with. An account has two names: somebody with one enters it twice, or a dash as the
 * other.
 */
export function fullNameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  const first = first_name.trim()
  const last = last_name.trim()
  const isOne = !hasLetters(last) || first.toLowerCase() === last.toLowerCase()
  return isOne ? first : `${first} ${last}`.trim()
}
