/** The cash of investors, and the one check of everything that takes from it. */
import Big from 'big.js'
import { eq, sql } from 'drizzle-orm'
import { hasSecond, noteCash } from '#common/observed-changes'
import type { Cash, LowestCash, OverdraftFields, PastCash } from '#contract/overdraft'
import { invalidField, Problem } from '#contract/problem'
import { database } from '#db/connection'
import { users } from '#db/schema/accounts'
import { assertNotHeld } from '#modules/screening/service'
import { type Day, today } from '#shared/asset/calendar'
import { writeDay } from '#shared/written-day'
import { lowestAfter, lowestOf, readCashSince } from './past.ts'

interface CashRow extends Cash, Record<string, unknown> {
  user_id: number
}

const idsOf = (userIds: Iterable<number>): string => `{${[...new Set(userIds)].join()}}`

/** The cash of these investors, by the formula of the database. */
export async function readCash(userIds: Iterable<number>): Promise<Map<number, Cash>> {
  const rows = await database().execute<CashRow>(sql`
    select user_id, balance::numeric(30, 2)::text as balance, reserved::numeric(30, 2)::text as reserved,
      (balance - reserved)::numeric(30, 2)::text as available
    from investor_cash(${idsOf(userIds)}::int[])`)
  return new Map([...rows].map(({ user_id, ...cash }) => [user_id, cash]))
}

/** The cash of one investor, with the lowest balance since a day, until another one if it is given. Throws `not_found`. */
export async function readCashOf(
  userId: number,
  { from, to = today() }: { from?: Day; to?: Day } = {},
): Promise<Cash & { lowest?: LowestCash }> {
  const [known] = await database().select({ id: users.id }).from(users).where(eq(users.id, userId))
  const cash = (await readCash([userId])).get(userId)
  if (!known || !cash) throw new Problem('not_found', 'There is no user with this id.')
  if (from === undefined || from > today()) return cash
  const lowest = lowestOf((await readCashSince(userId, from)).filter(({ day }) => day <= to))
  return lowest ? { ...cash, lowest } : cash
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const money = (amount: string): string => dollars.format(amount as Intl.StringNumericLiteral)

const fallsBelowZero = (before: string, after: string): boolean =>
  new Big(after).lt(0) && new Big(after).lt(before)

type Balances = Pick<Cash, 'balance' | 'available'>

/** Whether a booking leaves an investor with less than nothing, and less than before. */
export const isOverdrawn = (before: Balances, after: Balances): boolean =>
  fallsBelowZero(before.balance, after.balance) || fallsBelowZero(before.available, after.available)

interface Moved {
  user_id: number
  before: Cash
  after: Cash
  /** Of a booking that is dated back and takes cash. */
  lowest?: PastCash | undefined
}

const isShort = ({ before, after, lowest }: Moved): boolean =>
  isOverdrawn(before, after) || (lowest !== undefined && new Big(lowest.balance_after).lt(0))

interface Booking {
  userIds: Iterable<number>
  /** What an administrator who is alone confirms. */
  amount: string
  overdraft?: OverdraftFields
  reason?: string | undefined
  /** Cash becomes units of the same investor: it does not leave, and no watchlist match stops it. */
  buysUnits?: boolean
  /** The earliest day whose cash it changes, where one investor's is changed before today. */
  since?: Day | undefined
}

/** Why a booking is refused, and beside which field: for what there is now, or was on a day. */
function explainShort({ before, after, lowest }: Moved): { path: string; message: string } {
  if (lowest && !isOverdrawn(before, after))
    return {
      path: '/date',
      message: `This would change the cash of days that have passed: it would be ${money(lowest.balance_after)} on ${writeDay(lowest.day)}.`,
    }
  const reserved = Number(before.reserved) === 0 ? '' : `, of which ${money(before.reserved)} is reserved`
  return {
    path: '/amount',
    message: `This investor has ${money(before.balance)} in cash${reserved}. This would leave ${money(after.available)} available.`,
  }
}

/** Throws `insufficient_cash` with what there is, and `validation` where one administrator alone has not confirmed the amount. */
function checkOverdraft(
  short: readonly Moved[],
  { amount, reason, overdraft: { allow_overdraft, confirm_amount } = {} }: Booking,
): void {
  const [first] = short
  if (!first) return
  if (!allow_overdraft) {
    const detail =
      short.length > 1
        ? { path: '/amount', message: `This would take the cash of ${short.length} investors below zero.` }
        : explainShort(first)
    throw new Problem('insufficient_cash', detail.message, { details: [detail] })
  }
  if (hasSecond()) return
  if (!reason) throw invalidField('/reason', 'Enter the reason for the overdraft')
  if (confirm_amount === undefined || !new Big(confirm_amount).eq(amount)) {
    throw invalidField('/confirm_amount', `Enter the amount again to confirm the overdraft: ${amount}`)
  }
}

/** The cash since the day on which a booking begins to change it; nothing of one that is dated today or later. */
async function readPast({ userIds, since }: Booking) {
  const [userId] = userIds
  if (userId === undefined || since === undefined || since >= today()) return undefined
  return readCashSince(userId, since)
}

/**
 * Makes a booking that may take from the cash of investors. They are locked until the transaction ends, so that two
 * bookings at once do not both spend what is there only once. Throws `conflict` where the cash of a confirmed watchlist
 * match would fall, and `insufficient_cash` where cash, or cash that is not reserved, would fall below zero, now or
 * on a day that has passed, unless an overdraft is allowed: then a second administrator approves the booking, or one who is alone confirms its amount (else
 * `validation`).
 */
export async function guardCash<T>(booking: Booking, write: () => Promise<T>): Promise<T> {
  const { userIds } = booking
  const ids = idsOf(userIds)
  await database().execute(sql`select from users where id = any(${ids}::int[]) order by id for no key update`)
  const before = await readCash(userIds)
  const past = await readPast(booking)
  const result = await write()
  const after = await readCash(userIds)
  const lowest = past && lowestAfter(past, (await readPast(booking)) ?? [])
  const moved = [...before].flatMap(([user_id, cash]): Moved[] => {
    const then = after.get(user_id)
    return then && (lowest || then.balance !== cash.balance || then.reserved !== cash.reserved)
      ? [{ user_id, before: cash, after: then, lowest }]
      : []
  })
  const falling = moved.filter((one) => new Big(one.after.balance).lt(one.before.balance))
  if (!booking.buysUnits) await assertNotHeld(falling.map(({ user_id }) => user_id))
  const short = moved.filter(isShort)
  checkOverdraft(short, booking)
  noteCash(
    moved.map(({ user_id, before: from, after: to, lowest: past }) => ({
      user_id,
      balance: from.balance,
      reserved: from.reserved,
      balance_after: to.balance,
      reserved_after: to.reserved,
      ...(past && { lowest: past }),
    })),
    short.map(({ user_id }) => user_id),
  )
  return result
}
