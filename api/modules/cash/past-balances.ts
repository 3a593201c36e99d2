/** An investor's cash at the end of past days, by the rules of `getPortfolioRecords`. */
import Big from 'big.js'
import { sql } from 'drizzle-orm'
import type { PastCash } from '#contract/cash/overdraft'
import { database } from '#db/connection'
import { reversedPayments } from '#modules/cash/transactions/reversed-distribution-payments'
import type { Day } from '#shared/calculations/calendar'

/** The cash at the end of a day, which applies until the next one. */
export type CashDay = Pick<PastCash, 'day' | 'balance'>

/**
 * The cash at the end of a day (UTC), and of each later day on which it moved. Calculated back from the
 * current cash, so that no earlier record is read.
 */
export async function listCashSince(userId: number, since: Day): Promise<CashDay[]> {
  const start = sql`${since}::date::timestamp at time zone 'UTC'`
  const rows = await database().execute<CashDay & Record<string, unknown>>(sql`
    with moves as (
      select transaction_date as at,
        case type when 'deposit' then amount when 'interest' then amount when 'transfer' then 0 else -amount end - fee as effect
      from transactions where user_id = ${userId} and status = 'completed' and transaction_date >= ${start}
      union all
      select at, amount from (${reversedPayments(sql`${userId}`)}) as reversed where at >= ${start}
      union all
      select movement.at, cash_effect(entry, movement)
      from register_entries as entry join register_movements as movement on movement.id = entry.movement_id
      where entry.user_id = ${userId} and movement.at >= ${start}
    ), days as (
      select day, sum(effect) as effect from (
        select least((at at time zone 'UTC')::date, (now() at time zone 'UTC')::date) as day, effect from moves
        union all select ${since}::date, 0
      ) as moved group by day
    )
    select day::text, (present.balance - coalesce(sum(effect) over later, 0))::numeric(30, 2)::text as balance
    from days, investor_cash(array[${userId}]::int[]) as present
    window later as (order by day desc rows between unbounded preceding and 1 preceding)
    order by day`)
  return [...rows]
}

/** The day with the lowest balance; the first of several. */
export const findLowestDay = (days: readonly CashDay[]): CashDay | undefined =>
  days.reduce<CashDay | undefined>(
    (least, one) => (!least || new Big(one.balance).lt(least.balance) ? one : least),
    undefined,
  )

/** Each day of either list, with the cash before and after a booking. Both begin with the same day. */
function compareDays(before: readonly CashDay[], after: readonly CashDay[]) {
  const days = [...new Set([...before, ...after].map(({ day }) => day))].sort()
  const on = (cash: readonly CashDay[], day: Day) => cash.findLast((one) => one.day <= day)?.balance ?? '0.00'
  return days.map((day) => ({ day, balance: on(before, day), balance_after: on(after, day) }))
}

/**
 * The effect of a booking on past days: the lowest balance among those that it reduces, or among the negative
 * ones of these if there are any; nothing if it reduces none.
 */
export function findLowestDayAfter(
  before: readonly CashDay[],
  after: readonly CashDay[],
): PastCash | undefined {
  const [first] = before
  const falling = compareDays(before, after).filter((one) => new Big(one.balance_after).lt(one.balance))
  const lowest = findLowestDay(falling.map(({ day, balance_after }) => ({ day, balance: balance_after })))
  const found = falling.find(({ day }) => day === lowest?.day)
  return first && found && { since: first.day, ...found }
}
