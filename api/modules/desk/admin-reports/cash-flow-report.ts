/**
 * Inflows and outflows in a date range, by currency and type: opening + in - out = closing, which is the cash of all
 * investors according to their statements.
 */
import { sql } from 'drizzle-orm'
import { toCsvDecimal as cell, createInMemorySource } from '#common/csv'
import { slowQueryDatabase } from '#db/connection'
import { reversedPayments } from '#modules/cash/transactions/reversed-distribution-payments'
import { toDecimal } from '#shared/calculations/decimal'
import { formatFigure, type Report, type ReportRange } from './report.ts'

interface Sums {
  currency: string
  /** A transaction type, the fees of other transactions, or unit movements. */
  kind: string
  /** Number of transactions. */
  count: number
  opening: string
  inward: string
  outward: string
}
interface Flow extends Sums {
  closing: string
}
type Row = Flow & { number: number }

const names: Record<string, string> = {
  deposit: 'Deposits',
  interest: 'Interest and distributions',
  transfer: 'Transfers between own accounts',
  withdrawal: 'Withdrawals',
  fee: 'Fees',
  carried_fee: 'Fees on other transactions',
  issue: 'Units purchased',
  redemption: 'Redemption proceeds',
  total: 'Total',
}
const order = Object.keys(names)

/**
 * Everything that moved cash up to the end of the range: the completed transactions in one scan, each with the sign of
 * its type and its fee separate (a transfer between own accounts has only the fee); the payments of reversed
 * distributions, whose transactions are cancelled, and their reversals; and the cost and proceeds of units, including
 * corrections.
 */
const readFlows = ({ from, to }: ReportRange) => {
  const end = sql`(${to}::date + 1)::timestamp at time zone 'UTC'`
  const isWithin = (at: string) => sql`${sql.raw(at)} >= ${from}::date::timestamp at time zone 'UTC'`
  return slowQueryDatabase().execute<Sums & Record<string, unknown>>(sql`
    with sums as (
      select currency::text as currency, type, ${isWithin('transaction_date')} as is_within,
        count(*) as count, sum(amount) as amount, sum(fee) as fees, count(*) filter (where fee > 0) as with_fee
      from transactions where status = 'completed' and transaction_date < ${end}
      group by currency, type, is_within
    ), moves as (
      select coalesce(reversed.type, movement.type) as kind, ${isWithin('movement.at')} as is_within,
        cash_effect(entry, movement) as effect
      from register_movements as movement
      join register_entries as entry on entry.movement_id = movement.id and entry.user_id is not null
      -- Looked up for the few corrections only, not joined with all movements.
      left join lateral (
        select type from register_movements where id = movement.reverses offset 0
      ) as reversed on true
      where movement.type in ('issue', 'redemption', 'correction') and movement.at < ${end}
        and coalesce(reversed.type, movement.type) in ('issue', 'redemption')
    ), effects as (
      select currency, type as kind, is_within, count,
        case type when 'deposit' then amount when 'interest' then amount when 'transfer' then 0 else -amount end as effect
      from sums
      union all
      select currency, 'carried_fee', is_within, with_fee, -fees from sums where fees > 0
      union all
      select currency::text, 'interest', ${isWithin('at')}, case when is_reversal then 0 else 1 end, amount
      from (${reversedPayments()}) as reversed where at < ${end}
      union all
      select 'USD', kind, is_within, 0, sum(effect) from moves group by kind, is_within, sign(effect)
    )
    select currency, kind, coalesce(sum(count) filter (where is_within), 0)::int as count,
      coalesce(sum(effect) filter (where not is_within), 0)::numeric(30, 2)::text as opening,
      coalesce(sum(effect) filter (where is_within and effect > 0), 0)::numeric(30, 2)::text as inward,
      coalesce(-sum(effect) filter (where is_within and effect < 0), 0)::numeric(30, 2)::text as outward
    from effects group by currency, kind`)
}

const zero = '0.00'
const add = (one: string, other: string): string => toDecimal(one).plus(toDecimal(other)).toFixed(2)

const closed = ({ currency, kind, count, opening, inward, outward }: Sums): Flow => ({
  currency,
  kind,
  count,
  opening,
  inward,
  outward,
  closing: toDecimal(opening).plus(toDecimal(inward)).minus(toDecimal(outward)).toFixed(2),
})

function totalOf(currency: string, flows: readonly Flow[]): Flow {
  const sum: Flow = {
    currency,
    kind: 'total',
    count: 0,
    opening: zero,
    inward: zero,
    outward: zero,
    closing: zero,
  }
  for (const flow of flows) {
    // These fees are part of transactions that are already counted.
    if (flow.kind !== 'carried_fee') sum.count += flow.count
    for (const name of ['opening', 'inward', 'outward', 'closing'] as const)
      sum[name] = add(sum[name], flow[name])
  }
  return sum
}

const nameOf = ({ kind }: Flow): string => names[kind] ?? kind

/** The lines of each currency and their total; a currency without transactions has none. */
async function listFlows(range: ReportRange): Promise<Row[]> {
  const flows = (await readFlows(range)).map(closed)
  const currencies = [...new Set(flows.map(({ currency }) => currency))].sort()
  const listed = currencies.flatMap((currency) => {
    const lines = flows
      .filter((flow) => flow.currency === currency)
      .sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
    return [...lines, totalOf(currency, lines)]
  })
  return listed.map((flow, at) => ({ ...flow, number: at + 1 }))
}

export function createCashFlowReport(range: ReportRange): Report<Row> {
  let known: Promise<Row[]> | undefined
  const rows = () => {
    known ??= listFlows(range)
    return known
  }
  return {
    async totals() {
      const listed = await rows()
      return [...new Set(listed.map(({ currency }) => currency))].map((currency) => ({
        title: `Completed transactions, ${currency}`,
        heads: ['OPENING', 'IN', 'OUT', 'CLOSING'],
        rows: listed
          .filter((row) => row.currency === currency)
          .map((row) => ({
            label: nameOf(row),
            figures: [row.opening, row.inward, row.outward, row.closing].map(formatFigure),
          })),
      }))
    },
    columns: [
      ['Currency', ({ currency }) => currency],
      ['Type', nameOf],
      ['Transactions', ({ count }) => count],
      ['Opening', ({ opening }) => cell(opening)],
      ['In', ({ inward }) => cell(inward)],
      ['Out', ({ outward }) => cell(outward)],
      ['Closing', ({ closing }) => cell(closing)],
    ],
    // The sums are the whole report.
    printed: [],
    count: async () => [{ total: (await rows()).length }],
    read: async (last, limit) => {
      const memory = createInMemorySource(await rows())
      return memory.read(last, limit)
    },
  }
}
