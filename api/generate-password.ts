import { randomInt } from 'node:crypto'

const ALPHABETS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '-_!*']

/** A password that follows our own rules: 20 characters of four kinds, without look-alikes. */
export function generatePassword(): string {
  const pick = (alphabet: string) => alphabet.charAt(randomInt(alphabet.length))
  const characters = [...ALPHABETS.map(pick), ...Array.from({ length: 16 }, () => pick(ALPHABETS.join('')))]
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const moved = characters[last] as string
    characters[last] = characters[other] as string
    characters[other] = moved
  }
  return characters.join('')
}
