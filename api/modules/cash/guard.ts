/** The cash of investors, and the one check of everything that takes from it. */
import Big from 'big.js'
import { eq, sql } from 'drizzle-orm'
import { hasSecond, noteCash } from '#common/observed-changes'
import type { Cash, OverdraftFields } from '#contract/overdraft'
import { invalidField, Problem } from '#contract/problem'
import { database } from '#db/connection'
import { users } from '#db/schema/accounts'
import { assertNotHeld } from '#modules/screening/service'

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

/** The cash of one investor. Throws `not_found`. */
export async function readCashOf(userId: number): Promise<Cash> {
  const [known] = await database().select({ id: users.id }).from(users).where(eq(users.id, userId))
  const cash = (await readCash([userId])).get(userId)
  if (!known || !cash) throw new Problem('not_found', 'There is no user with this id.')
  return cash
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const money = (amount: string): string => dollars.format(amount as Intl.StringNumericLiteral)

const fallsBelowZero = (before: string, after: string): boolean =>
  new Big(after).lt(0) && new Big(after).lt(before)

type Balances = Pick<Cash, 'balance' | 'available'>

/** Whether a booking leaves an investor with less than nothing, and less than before. */
export const isOverdrawn = (before: Balances, after: Balances): boolean =>
  fallsBelowZero(before.balance, after.balance) || fallsBelowZero(before.available, after.available)

interface Booking {
  userIds: Iterable<number>
  /** What an administrator who is alone confirms. */
  amount: string
  overdraft?: OverdraftFields
  reason?: string | undefined
  /** Cash becomes units of the same investor: it does not leave, and no watchlist match stops it. */
  buysUnits?: boolean
}

/** Throws `insufficient_cash` with what there is, and `validation` where one administrator alone has not confirmed the amount. */
function checkOverdraft(
  short: readonly { before: Cash; after: Cash }[],
  { amount, reason, overdraft: { allow_overdraft, confirm_amount } = {} }: Booking,
): void {
  const [first] = short
  if (!first) return
  if (!allow_overdraft) {
    const { before, after } = first
    const reserved = Number(before.reserved) === 0 ? '' : `, of which ${money(before.reserved)} is reserved`
    const message =
      short.length > 1
        ? `This would take the cash of ${short.length} investors below zero.`
        : `This investor has ${money(before.balance)} in cash${reserved}. This would leave ${money(after.available)} available.`
    throw new Problem('insufficient_cash', message, { details: [{ path: '/amount', message }] })
  }
  if (hasSecond()) return
  if (!reason) throw invalidField('/reason', 'Enter the reason for the overdraft')
  if (confirm_amount === undefined || !new Big(confirm_amount).eq(amount)) {
    throw invalidField('/confirm_amount', `Enter the amount again to confirm the overdraft: ${amount}`)
  }
}

/**
 * Makes a booking that may take from the cash of investors. They are locked until the transaction ends, so that two
 * bookings at once do not both spend what is there only once. Throws `conflict` where the cash of a confirmed watchlist
 * match would fall, and `insufficient_cash` where cash, or cash that is not reserved, would fall below zero, unless an
 * overdraft is allowed: then a second administrator approves the booking, or one who is alone confirms its amount (else
 * `validation`).
 */
export async function guardCash<T>(booking: Booking, write: () => Promise<T>): Promise<T> {
  const { userIds } = booking
  const ids = idsOf(userIds)
  await database().execute(sql`select from users where id = any(${ids}::int[]) order by id for no key update`)
  const before = await readCash(userIds)
  const result = await write()
  const after = await readCash(userIds)
  const moved = [...before].flatMap(([user_id, cash]) => {
    const then = after.get(user_id)
    return then && (then.balance !== cash.balance || then.reserved !== cash.reserved)
      ? [{ user_id, before: cash, after: then }]
      : []
  })
  const falling = moved.filter((one) => new Big(one.after.balance).lt(one.before.balance))
  if (!booking.buysUnits) await assertNotHeld(falling.map(({ user_id }) => user_id))
  const short = moved.filter((one) => isOverdrawn(one.before, one.after))
  checkOverdraft(short, booking)
  noteCash(
    moved.map(({ user_id, before: from, after: to }) => ({
      user_id,
      balance: from.balance,
      reserved: from.reserved,
      balance_after: to.balance,
      reserved_after: to.reserved,
    })),
    short.map(({ user_id }) => user_id),
  )
  return result
}
