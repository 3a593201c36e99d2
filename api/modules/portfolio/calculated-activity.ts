/**
 * The latest records of a calculated portfolio, each with its effect on the value and the value after it: the steps of
 * the value chart, read backwards from the present. Between them are the investor's requests, which change nothing.
 * Empty for manually entered figures.
 */
import { sql } from 'drizzle-orm'
import type { Activity } from '#contract/portfolio/portfolio'
import { prepareStatement, toIsoTimestamp } from '#db/prepared-queries'
import { transactions, transactionTotals } from '#db/schema/cash/transactions'
import { seriesValuations } from '#db/schema/catalog/series'
import { tokens } from '#db/schema/catalog/tokens'
import { holdings, registerEntries, registerMovements } from '#db/schema/holdings/register'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { activities, portfolios } from '#db/schema/portfolio/portfolios'
import { reversedPayments } from '#modules/cash/transactions/reversed-distribution-payments'
import { type Decimal, roundTo, sum, toDecimal, zero } from '#shared/calculations/decimal'
import type { transactionTypes } from '#shared/enums/transactions'
import { formatRecordDates } from '#shared/format-date'
import { addThousandsSeparators } from '#shared/thousands-separators'
import { type ActivityKind, activityId, formatDollars, formatSubmission } from './submitted-subscriptions.ts'

type RecordKind = 'cash' | 'position' | Exclude<ActivityKind, 'reversal'>

type RecordRow = [
  kind: RecordKind,
  /** Null for the present. */
  time: string | null,
  id: number,
  symbol: string | null,
  type: string,
  description: string,
  a: string,
  b: string | null,
]

/** Records of each kind in one read: the maximum shown. */
const MAX_RECORDS = 50

const userId = sql.placeholder('userId')
const most = sql.raw(String(MAX_RECORDS))
const isDerived = sql`not coalesce((select is_recorded from ${portfolios} where user_id = ${userId}), false)`
/** A day in UTC, given by its first and last instant. */
const startOfDay = sql.raw(`as_of::timestamp at time zone 'UTC'`)
const endOfDay = sql`${startOfDay} + interval '1 day' - interval '1 millisecond'`
/** When a valuation took effect: when it was entered, or for an earlier day at the end of that day. */
const valuedAt = sql`greatest(${startOfDay}, least(created_at, ${endOfDay}))`
/** When a transaction took effect: when it was entered, if it is dated with that day. */
const bookedAt = sql.raw(`case
  when transaction_date = date_trunc('day', transaction_date, 'UTC')
    and created_at >= transaction_date and created_at < transaction_date + interval '1 day' then created_at
  else least(transaction_date, now()) end`)
const completed = sql`user_id = ${userId} and status = 'completed'`

/**
 * A single statement, so that the records lead to the value. `a` and `b` are units and unit value of a position; effect
 * on the cash of a transaction; units and effect of an entry; unit value and the previous one of a valuation; amount of
 * a subscription. A transaction that is dated ahead counts now, and the last valuation of an instant counts.
 */
export const newestRecords = prepareStatement<RecordRow>(
  () => sql`
    with held as (select token_id, units, cash_effect from ${holdings} where user_id = ${userId})
    select 'cash' as kind, null::timestamptz as time, 0 as id, null as symbol, '' as type, '' as description,
      (coalesce((select sum(case type when 'deposit' then amount when 'interest' then amount when 'transfer' then 0 else -amount end - fees)
        from ${transactionTotals} where user_id = ${userId} and status = 'completed'), 0)
        + coalesce((select sum(cash_effect) from held), 0))::text as a, null as b
    where ${isDerived}
    union all
    select 'position', null, 0, tokens.symbol, '', '', held.units::text, (
      select preferred::text from ${seriesValuations} as valuation
      where valuation.token_id = held.token_id order by as_of desc, id desc limit 1)
    from held join ${tokens} as tokens on tokens.id = held.token_id
    union all
    (select 'ledger', ${bookedAt}, id, null, type, description,
      (case type when 'deposit' then amount when 'interest' then amount when 'transfer' then 0 else -amount end - fee)::text, null
    from ${transactions} where ${completed} and transaction_date >= (
      -- The newest by their dates, and all others of the earliest day among them.
      select date_trunc('day', min(transaction_date), 'UTC') from (
        select transaction_date from ${transactions} where ${completed}
        order by transaction_date desc limit ${most}) as newest)
    order by 2 desc, id desc limit ${most})
    union all
    (select 'ledger', at, transaction_id, null, case when is_reversal then 'reversal' else 'interest' end,
      case when is_reversal then 'Reversed: ' || description else description end, amount::text, null
    from (${reversedPayments(userId)}) as reversed order by at desc, transaction_id desc limit ${most})
    union all
    (select 'register', movement.at, movement.id, tokens.symbol,
      case movement.type when 'transfer' then case when entry.units < 0 then 'given' else 'received' end else movement.type end,
      '', entry.units::text, cash_effect(entry, movement)::text
    from ${registerEntries} as entry
    join ${registerMovements} as movement on movement.id = entry.movement_id
    join ${tokens} as tokens on tokens.id = entry.token_id
    where entry.user_id = ${userId} and entry.token_id in (select token_id from held)
    order by movement.at desc, movement.id desc limit ${most})
    union all
    (select 'unit_value', valuation.at, valuation.id, tokens.symbol, '', '', valuation.preferred::text, (
      select preferred::text from ${seriesValuations} as before
      where before.token_id = valuation.token_id and before.as_of <= valuation.as_of and ${valuedAt} < valuation.at
      order by before.as_of desc, before.id desc limit 1)
    from (
      select distinct on (at, token_id) * from (
        select *, ${valuedAt} as at from ${seriesValuations} where token_id in (select token_id from held)
      ) as entered order by at desc, token_id, id desc limit ${most}
    ) as valuation join ${tokens} as tokens on tokens.id = valuation.token_id)
    union all
    (select 'request', activity_date, id, null, '', description, '0', null
    from ${activities} where user_id = ${userId} and type = 'investment' and net_growth = 0
    order by activity_date desc, id desc limit ${most})
    union all
    (select 'subscription', asked.created_at, asked.id, tokens.symbol, '', '', asked.amount::text, null
    from ${subscriptions} as asked join ${tokens} as tokens on tokens.id = asked.token_id
    where asked.user_id = ${userId} order by asked.id desc limit ${most})`,
)

interface Position {
  units: Decimal
  unitValue: Decimal | null
}

const worthOf = ({ units, unitValue }: Position): Decimal =>
  unitValue === null ? zero : roundTo(units.times(unitValue), 2)

const order: Record<RecordKind, number> = {
  cash: 0,
  position: 0,
  request: 0,
  subscription: 0,
  ledger: 1,
  register: 2,
  unit_value: 3,
}

/** Whether a record affects the value. */
const isOfValue = ([kind]: RecordRow): boolean =>
  kind === 'ledger' || kind === 'register' || kind === 'unit_value'

/** Newest first; records of one instant in the reverse of the order in which `listPortfolioDays` applies them. */
const byTime = (one: RecordRow, other: RecordRow): number => {
  const [a, b] = [toIsoTimestamp(one[1] ?? ''), toIsoTimestamp(other[1] ?? '')]
  return a === b ? order[one[0]] - order[other[0]] || other[2] - one[2] : a < b ? 1 : -1
}

const nounOf: Record<(typeof transactionTypes)[number], string> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  transfer: 'Transfer between own accounts',
  fee: 'Fee',
  interest: 'Interest or distribution',
}

const unitsOf = (units: string, symbol: string | null): string =>
  `${addThousandsSeparators(toDecimal(units).abs().toFixed(6))} units of ${symbol}`

/** With the value of the units if it differs from the price paid, by `growth`. */
function describeEntry([, , , symbol, type, , units, paid]: RecordRow, growth: Decimal): string {
  const what = unitsOf(units, symbol)
  const worth = growth.minus(toDecimal(paid ?? 0))
  const money = `${formatDollars(toDecimal(paid ?? 0))}${growth.eq(0) ? '' : `, valued at ${formatDollars(worth)}`}`
  switch (type) {
    case 'issue':
      return `Allotted ${what} for ${money}`
    case 'redemption':
      return `Redeemed ${what} for ${money}`
    case 'received':
      return `Transferred in ${what}`
    case 'given':
      return `Transferred out ${what}`
    default:
      return `Correction of ${what}`
  }
}

const describeValue = ([, , , symbol, , , value, before]: RecordRow): string =>
  before === null
    ? `First valuation of ${symbol}: ${formatDollars(toDecimal(value))} per unit`
    : `Valuation of ${symbol}: ${formatDollars(toDecimal(value))} per unit (previously ${formatDollars(toDecimal(before))})`

interface Step {
  id: number
  kind: RecordKind
  time: string
  type: Activity['type']
  description: string
  symbol: string | null
  growth: Decimal
  after: Decimal
}

function nameRecord(row: RecordRow, growth: Decimal): Pick<Step, 'type' | 'description'> {
  const [kind, , , symbol, type, description, amount] = row
  if (kind === 'request') return { type: 'investment', description }
  if (kind === 'subscription')
    return { type: 'investment', description: formatSubmission(amount, symbol ?? '') }
  if (kind === 'register') return { type: 'investment', description: describeEntry(row, growth) }
  if (kind === 'unit_value') return { type: 'other', description: describeValue(row) }
  return {
    type: type === 'deposit' || type === 'withdrawal' ? type : 'other',
    description: formatRecordDates(description) || (nounOf[type as keyof typeof nounOf] ?? type),
  }
}

/**
 * Reverses a record and returns its effect on the value. Positions are those after it, and are updated to those before
 * it.
 */
function undo([kind, , , symbol, , , a, b]: RecordRow, positions: Map<string, Position>): Decimal {
  if (kind === 'ledger') return toDecimal(a)
  if (kind === 'request' || kind === 'subscription') return zero
  const after = positions.get(symbol ?? '') ?? { units: zero, unitValue: null }
  const before =
    kind === 'register'
      ? { ...after, units: after.units.minus(toDecimal(a)) }
      : { ...after, unitValue: b === null ? null : toDecimal(b) }
  positions.set(symbol ?? '', before)
  const paid = kind === 'register' ? toDecimal(b ?? 0) : zero
  return worthOf(after).minus(worthOf(before)).plus(paid)
}

/** Valuations of one instant are one step of the value. */
function joinValuations(steps: readonly Step[]): Step[] {
  const joined: Step[] = []
  for (const step of steps) {
    const newer = joined.at(-1)
    if (step.kind !== 'unit_value' || newer?.kind !== 'unit_value' || newer.time !== step.time) {
      joined.push(step)
      continue
    }
    const symbols = [...(newer.symbol ?? '').split(', '), step.symbol].sort().join(', ')
    const growth = newer.growth.plus(step.growth)
    joined[joined.length - 1] = { ...newer, symbol: symbols, description: `Valuations of ${symbols}`, growth }
  }
  return joined
}

/**
 * The latest records, newest first; undefined for manually entered figures, and if nothing of value is recorded yet.
 */
export async function listCalculatedActivity(investorId: number): Promise<Activity[] | undefined> {
  const rows = await newestRecords({ userId: investorId })
  const cash = rows.find(([kind]) => kind === 'cash')
  if (!cash || !rows.some(isOfValue)) return undefined
  const positions = new Map<string, Position>()
  for (const [kind, , , symbol, , , units, value] of rows)
    if (kind === 'position' && symbol !== null)
      positions.set(symbol, { units: toDecimal(units), unitValue: value === null ? null : toDecimal(value) })
  let value = sum([...positions.values()].map(worthOf)).plus(toDecimal(cash[6]))
  // Beyond the newest of the last ones, records of a kind may be missing.
  const records = rows
    .filter(([, time]) => time !== null)
    .sort(byTime)
    .slice(0, MAX_RECORDS)
  const steps = records.map((row): Step => {
    const after = value
    const growth = undo(row, positions)
    value = after.minus(growth)
    return {
      id: activityId(row[4] === 'reversal' ? 'reversal' : (row[0] as ActivityKind), row[2]),
      kind: row[0],
      time: toIsoTimestamp(row[1] ?? ''),
      symbol: row[3],
      ...nameRecord(row, growth),
      growth,
      after,
    }
  })
  // Otherwise a valuation of a series without units held changes nothing.
  const shown = steps.filter(({ kind, growth }) => kind !== 'unit_value' || !growth.eq(0))
  return joinValuations(shown).map(({ id, time, type, description, growth, after }) => ({
    id,
    type,
    description,
    activity_date: time,
    net_growth: growth.toFixed(2),
    balance: after.toFixed(2),
  }))
}
