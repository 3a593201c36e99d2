/**
 * Recovery codes: ten for an account, each for one use, stored as password hashes. The first letter of a code gives its
 * position, so that one hash decides: its place in the alphabet, of which the last digit counts. Which of three or four
 * letters it is is drawn, so that a list of codes does not look numbered.
 */
import { randomInt } from 'node:crypto'
import { and, count, eq, gte, isNull, sql } from 'drizzle-orm'
import { RECOVERY_CODES } from '#contract/factors'
import { database } from '#db/connection'
import { lockedRows } from '#db/lock-order'
import { recoveryCodes } from '#db/schema/factors'
import { verifyPassword } from '#modules/session/passwords'
import { type Account, ownedBy, ownerColumns } from './account.ts'

/** Without the letters that are read as digits (Crockford's base32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Behind the position: 55 bits. */
const RANDOM_LETTERS = 11
/**
 * Weaker than for passwords: nobody guesses 55 random bits, and ten hashes are made at once. Their number of bits alone
 * would not do for a plain hash (OWASP ASVS 6.5.2).
 */
const PARAMETERS = { algorithm: 'argon2id', memoryCost: 1_024, timeCost: 2 } as const
const GROUP = /.{4}(?=.)/g

const readTyped = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

const drawFrom = (letters: string): string => letters.charAt(randomInt(letters.length))

/** The position that the first letter of a code gives; codes from before began with the digit itself. -1 without one. */
const positionOf = (code: string): number => {
  const place = ALPHABET.indexOf(code.charAt(0))
  return code === '' || place < 0 ? -1 : place % RECOVERY_CODES
}

function makeCode(position: number): string {
  const first = drawFrom([...ALPHABET].filter((letter) => positionOf(letter) === position).join(''))
  return first + Array.from({ length: RANDOM_LETTERS }, () => drawFrom(ALPHABET)).join('')
}

/** New codes, as they are shown, and their hashes, by position. */
export async function makeRecoveryCodes() {
  const codes = Array.from({ length: RECOVERY_CODES }, (_, position) => makeCode(position))
  const hashes: string[] = []
  for (const code of codes) hashes.push(await Bun.password.hash(code, PARAMETERS))
  return { shown: codes.map((code) => code.replace(GROUP, '$&-')), hashes }
}

/** Replaces the codes of an account, which must be locked. */
export async function storeRecoveryCodes(account: Account, hashes: readonly string[]): Promise<void> {
  await removeRecoveryCodes(account)
  await database()
    .insert(recoveryCodes)
    .values(hashes.map((code_hash, position) => ({ ...ownerColumns(account), position, code_hash })))
}

/** Removes the codes of an account, which must be locked: all, or those made since an instant. Whether there were any. */
export async function removeRecoveryCodes(account: Account, since = new Date(0)): Promise<boolean> {
  const removed = await database()
    .delete(recoveryCodes)
    .where(and(ownedBy(recoveryCodes, account), gte(recoveryCodes.created_at, since)))
    .returning({ position: recoveryCodes.position })
  return removed.length > 0
}

/**
 * Notes that the owner of an account, which must be locked, has the codes. False when that was noted before, or there
 * are none.
 */
export async function acknowledgeRecoveryCodes(account: Account): Promise<boolean> {
  const noted = await database()
    .update(recoveryCodes)
    .set({ acknowledged_at: sql`now()` })
    .where(
      lockedRows(recoveryCodes, and(ownedBy(recoveryCodes, account), isNull(recoveryCodes.acknowledged_at))),
    )
    .returning({ id: recoveryCodes.id })
  return noted.length > 0
}

/** Whether an account has codes of which nobody has said that they are kept: perhaps nobody has seen them to the end. */
export const areCodesUnkept = async (account: Account): Promise<boolean> =>
  (await countRecoveryCodes(account)).unkept > 0

/**
 * Whether an account has ever been given codes that were not removed, how many of them are unused, and of how many
 * nobody has said that they are kept.
 */
export async function countRecoveryCodes(
  account: Account,
): Promise<{ made: number; left: number; unkept: number }> {
  const [row] = await database()
    .select({
      made: count(),
      left: sql<number>`count(*) filter (where ${recoveryCodes.used_at} is null)`.mapWith(Number),
      unkept: sql<number>`count(*) filter (where ${recoveryCodes.acknowledged_at} is null)`.mapWith(Number),
    })
    .from(recoveryCodes)
    .where(ownedBy(recoveryCodes, account))
  return row ?? { made: 0, left: 0, unkept: 0 }
}

/** The id of this unused code of the account; `undefined` for any other text. {@link spendRecoveryCode} uses it up. */
export async function findRecoveryCode(account: Account, code: string): Promise<number | undefined> {
  const typed = readTyped(code)
  const [row] = await database()
    .select({ id: recoveryCodes.id, code_hash: recoveryCodes.code_hash })
    .from(recoveryCodes)
    .where(
      and(
        ownedBy(recoveryCodes, account),
        eq(recoveryCodes.position, positionOf(typed)),
        isNull(recoveryCodes.used_at),
      ),
    )
  return (await verifyPassword(typed, row?.code_hash)) ? row?.id : undefined
}

/** Uses a code up. False when it was used meanwhile: two calls may send the same one at once. */
export async function spendRecoveryCode(id: number): Promise<boolean> {
  const used = await database()
    .update(recoveryCodes)
    .set({ used_at: sql`now()` })
    .where(and(eq(recoveryCodes.id, id), isNull(recoveryCodes.used_at)))
    .returning({ id: recoveryCodes.id })
  return used.length > 0
}
