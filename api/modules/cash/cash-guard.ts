/** The cash of investors, and the single check of everything that reduces it. */
import Big from 'big.js'
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { hasSecond, noteCash, requireSecond } from '#common/write-recorder'
import type { Cash, LowestCash, OverdraftFields, PastCash } from '#contract/cash/overdraft'
import { formatAccountNumber } from '#contract/identity/account-number'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database } from '#db/connection'
import { users } from '#db/schema/identity/accounts'
import { assertNoOpenMatches, assertNotHeld } from '#modules/compliance/screening/screening-matches'
import { assertUndisputed } from '#modules/identity/email-disputes/open-disputes'
import { type Day, getToday } from '#shared/calculations/calendar'
import { formatLongDate } from '#shared/format-date'
import { formatDollars } from '#shared/format-dollars'
import { findLowestDay, findLowestDayAfter, listCashSince } from './past-balances.ts'

interface CashRow extends Cash, Record<string, unknown> {
  user_id: number
}

const idsOf = (userIds: Iterable<number>): string => `{${[...new Set(userIds)].join()}}`

/**
 * Asserts that investors can be paid, transfer units, and have their cash reduced. Throws `conflict` if one of them has
 * an open or confirmed watchlist match, has not been screened against the current watchlist, or has an open dispute
 * about the email address of the account.
 */
export async function assertPayable(...userIds: number[]): Promise<void> {
  if (userIds.length === 0) return
  await assertNotHeld(userIds)
  await assertNoOpenMatches(...userIds)
  await assertUndisputed('investor', userIds, 'pay')
}

/** The cash of these investors, by the formula in the database. */
export async function getCashByUser(userIds: Iterable<number>): Promise<Map<number, Cash>> {
  const rows = await database().execute<CashRow>(sql`
    select user_id, balance::numeric(30, 2)::text as balance, reserved::numeric(30, 2)::text as reserved,
      (balance - reserved)::numeric(30, 2)::text as available
    from investor_cash(${idsOf(userIds)}::int[])`)
  return new Map([...rows].map(({ user_id, ...cash }) => [user_id, cash]))
}

/**
 * The cash of one investor, with the lowest balance since a day, optionally up to another. Throws
 * `not_found`.
 */
export async function getCash(
  userId: number,
  { from, to = getToday() }: { from?: Day; to?: Day } = {},
): Promise<Cash & { lowest?: LowestCash }> {
  const [known] = await database().select({ id: users.id }).from(users).where(eq(users.id, userId))
  const cash = (await getCashByUser([userId])).get(userId)
  if (!known || !cash) throw new Problem('not_found', 'Investor not found.')
  if (from === undefined || from > getToday()) return cash
  const lowest = findLowestDay((await listCashSince(userId, from)).filter(({ day }) => day <= to))
  return lowest ? { ...cash, lowest } : cash
}

const fallsBelowZero = (before: string, after: string): boolean =>
  new Big(after).lt(0) && new Big(after).lt(before)

type Balances = Pick<Cash, 'balance' | 'available'>

/** Whether a booking leaves an investor with a negative balance that is lower than before. */
export const isOverdrawn = (before: Balances, after: Balances): boolean =>
  fallsBelowZero(before.balance, after.balance) || fallsBelowZero(before.available, after.available)

interface Moved {
  user_id: number
  before: Cash
  after: Cash
  /** For a backdated booking that reduces cash. */
  lowest?: PastCash | undefined
}

const isShort = ({ before, after, lowest }: Moved): boolean =>
  isOverdrawn(before, after) || (lowest !== undefined && new Big(lowest.balance_after).lt(0))

interface Booking {
  userIds: Iterable<number>
  /** The amount that a lone administrator confirms. */
  amount: string
  overdraft?: OverdraftFields
  reason?: string | undefined
  /** Cash becomes units of the same investor: it does not leave, so it needs no {@link assertPayable}. */
  buysUnits?: boolean
  /** The earliest day whose cash changes, for a backdated booking of one investor. */
  since?: Day | undefined
}

/** Why a booking is rejected, and for which field: by the cash now, or on a past day. */
function explainShort(
  { user_id, before, after, lowest }: Moved,
  isOnlyOne: boolean,
): { path: string; message: string } {
  if (lowest && !isOverdrawn(before, after))
    return {
      path: '/date',
      message: `This would change past cash balances: the balance on ${formatLongDate(lowest.day)} would be ${formatDollars(lowest.balance_after)}.`,
    }
  const reserved =
    Number(before.reserved) === 0 ? '' : `, of which ${formatDollars(before.reserved)} is reserved`
  return {
    path: '/amount',
    message: `${isOnlyOne ? 'This investor' : `Account ${formatAccountNumber(user_id)}`} has a cash balance of ${formatDollars(before.balance)}${reserved}. This would leave ${formatDollars(after.available)} available.`,
  }
}

/**
 * Throws `insufficient_cash` with the available cash, and `validation` if a sole administrator has not
 * confirmed the amount.
 */
function checkOverdraft(
  short: readonly Moved[],
  { userIds, amount, reason, overdraft: { allow_overdraft, confirm_amount } = {} }: Booking,
): void {
  const [first] = short
  if (!first) return
  if (!allow_overdraft) {
    const detail =
      short.length > 1
        ? { path: '/amount', message: `This would overdraw the cash balances of ${short.length} investors.` }
        : explainShort(first, new Set(userIds).size === 1)
    throw new Problem('insufficient_cash', detail.message, { details: [detail] })
  }
  if (hasSecond()) return
  if (!reason) throw invalidFieldProblem('/reason', 'Enter a reason for the overdraft')
  if (confirm_amount === undefined || !new Big(confirm_amount).eq(amount)) {
    throw invalidFieldProblem('/confirm_amount', `Enter the amount again to confirm the overdraft: ${amount}`)
  }
}

/** The cash since the first day that a booking changes; nothing for one dated today or later. */
async function readPast({ userIds, since }: Booking) {
  const [userId] = userIds
  if (userId === undefined || since === undefined || since >= getToday()) return undefined
  return listCashSince(userId, since)
}

async function requireSecondIfInactive(userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  const inactive = await database().$count(users, and(inArray(users.id, [...userIds]), not(users.is_active)))
  if (inactive > 0) requireSecond('This reduces the cash of a deactivated account.')
}

/**
 * Makes a booking that may reduce the cash of investors. They are locked until the transaction ends, so that two
 * simultaneous bookings cannot spend the same cash. Throws `conflict` if the cash of an investor who cannot be paid
 * would fall ({@link assertPayable}), and `insufficient_cash` if cash, or unreserved cash, would fall below zero now or
 * on a past day. Cash of a deactivated investor falls only with a second administrator, where there is one. If an
 * overdraft is allowed, a second administrator approves the booking instead, or a sole one confirms its amount (else
 * `validation`).
 */
export async function guardCash<T>(booking: Booking, write: () => Promise<T>): Promise<T> {
  const { userIds } = booking
  const ids = idsOf(userIds)
  await database().execute(sql`select from users where id = any(${ids}::int[]) order by id for no key update`)
  const before = await getCashByUser(userIds)
  const past = await readPast(booking)
  const result = await write()
  const after = await getCashByUser(userIds)
  const lowest = past && findLowestDayAfter(past, (await readPast(booking)) ?? [])
  const moved = [...before].flatMap(([user_id, cash]): Moved[] => {
    const then = after.get(user_id)
    return then && (lowest || then.balance !== cash.balance || then.reserved !== cash.reserved)
      ? [{ user_id, before: cash, after: then, lowest }]
      : []
  })
  const falling = moved.filter((one) => new Big(one.after.balance).lt(one.before.balance))
  if (!booking.buysUnits) {
    await assertPayable(...falling.map(({ user_id }) => user_id))
    await requireSecondIfInactive(falling.map(({ user_id }) => user_id))
  }
  const short = moved.filter(isShort)
  checkOverdraft(short, booking)
  if (short.length > 0) requireSecond('This would overdraw the cash balance.')
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
