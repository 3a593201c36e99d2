/**
 * Recovery codes: ten per account, each for one use, stored as password hashes. The first letter of a code gives its
 * position, so that only one hash is checked: the position is the last digit of the letter's place in the alphabet. The
 * letter is drawn from three or four possible ones, so that a list of codes does not look numbered.
 */
import { randomInt } from 'node:crypto'
import { and, count, eq, gte, isNull, sql } from 'drizzle-orm'
import { RECOVERY_CODE_COUNT } from '#contract/identity/factors'
import { database } from '#db/connection'
import { lockedRowsCondition } from '#db/row-locks'
import { recoveryCodes } from '#db/schema/identity/second-factors'
import { verifyPassword } from '#modules/identity/session/passwords'
import { type Account, ownedByCondition, toOwnerColumns } from './factor-account.ts'

/** Without the letters that can be read as digits (Crockford's base32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** After the position: 55 bits. */
const RANDOM_LETTERS = 11
/**
 * Weaker than for passwords: no one guesses 55 random bits, and ten hashes are made at once. The number of bits alone
 * would not justify a plain hash (OWASP ASVS 6.5.2).
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

/** The position given by a code's first letter; older codes began with the digit itself. -1 if there is none. */
const positionOf = (code: string): number => {
  const place = ALPHABET.indexOf(code.charAt(0))
  return code === '' || place < 0 ? -1 : place % RECOVERY_CODE_COUNT
}

function makeCode(position: number): string {
  const first = drawFrom([...ALPHABET].filter((letter) => positionOf(letter) === position).join(''))
  return first + Array.from({ length: RANDOM_LETTERS }, () => drawFrom(ALPHABET)).join('')
}

/** New codes as shown, and their hashes, by position. */
export async function generateRecoveryCodes() {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, (_, position) => makeCode(position))
  const hashes: string[] = []
  for (const code of codes) hashes.push(await Bun.password.hash(code, PARAMETERS))
  return { shown: codes.map((code) => code.replace(GROUP, '$&-')), hashes }
}

/** Replaces the codes of an account, which must be locked. */
export async function storeRecoveryCodes(account: Account, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(account)
  await database()
    .insert(recoveryCodes)
    .values(hashes.map((code_hash, position) => ({ ...toOwnerColumns(account), position, code_hash })))
}

/**
 * Removes an account's codes, all or those generated since an instant, and returns whether there were any. The account
 * must be locked.
 */
export async function deleteRecoveryCodes(account: Account, since = new Date(0)): Promise<boolean> {
  const removed = await database()
    .delete(recoveryCodes)
    .where(and(ownedByCondition(recoveryCodes, account), gte(recoveryCodes.created_at, since)))
    .returning({ position: recoveryCodes.position })
  return removed.length > 0
}

/**
 * Records that the owner has saved the codes. The account must be locked. False if it was already recorded, or there
 * are none.
 */
export async function acknowledgeRecoveryCodes(account: Account): Promise<boolean> {
  const noted = await database()
    .update(recoveryCodes)
    .set({ acknowledged_at: sql`now()` })
    .where(
      lockedRowsCondition(
        recoveryCodes,
        and(ownedByCondition(recoveryCodes, account), isNull(recoveryCodes.acknowledged_at)),
      ),
    )
    .returning({ id: recoveryCodes.id })
  return noted.length > 0
}

/** Whether an account has codes that were not confirmed as saved: the owner may not have seen all of them. */
export const hasUnsavedRecoveryCodes = async (account: Account): Promise<boolean> =>
  (await countRecoveryCodes(account)).unkept > 0

/** Whether an account has codes, how many are unused, and how many were not confirmed as saved. */
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
    .where(ownedByCondition(recoveryCodes, account))
  return row ?? { made: 0, left: 0, unkept: 0 }
}

/**
 * The id of this unused code of the account; `undefined` for any other text. {@link consumeRecoveryCode} consumes it.
 */
export async function findRecoveryCode(account: Account, code: string): Promise<number | undefined> {
  const typed = readTyped(code)
  const [row] = await database()
    .select({ id: recoveryCodes.id, code_hash: recoveryCodes.code_hash })
    .from(recoveryCodes)
    .where(
      and(
        ownedByCondition(recoveryCodes, account),
        eq(recoveryCodes.position, positionOf(typed)),
        isNull(recoveryCodes.used_at),
      ),
    )
  return (await verifyPassword(typed, row?.code_hash)) ? row?.id : undefined
}

/** Consumes a code. False if it was used in the meantime: two calls may send the same one concurrently. */
export async function consumeRecoveryCode(id: number): Promise<boolean> {
  const used = await database()
    .update(recoveryCodes)
    .set({ used_at: sql`now()` })
    .where(and(eq(recoveryCodes.id, id), isNull(recoveryCodes.used_at)))
    .returning({ id: recoveryCodes.id })
  return used.length > 0
}
