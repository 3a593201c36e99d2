/** What a second administrator has to know about a proposal beside its rows, from the registers as they are now. */
import { desc, eq, sql } from 'drizzle-orm'
import { type ApprovalDetail, PAYMENTS_SHOWN } from '#contract/approvals'
import { database } from '#db/connection'
import type { approvals, ProposedChange } from '#db/schema/approvals'
import { registerMovements } from '#db/schema/register'
import { seriesValuations } from '#db/schema/series'
import { symbolKey, tokens } from '#db/schema/tokens'
import { readCash } from '#modules/cash/guard'
import { readShares, sumOf } from '#modules/register/distributions'
import { compareWithUnitValue } from '#modules/series/deviation'
import { today } from '#shared/asset/calendar'
import { decimal } from '#shared/asset/decimal'
import { fieldsOf } from './rule.ts'

type Proposed = Pick<typeof approvals.$inferSelect, 'changes' | 'state'>

/** What the proposal adds, if it waits and is of this action. */
function findAdded({ changes, state }: Proposed, action: string): Record<string, unknown> | undefined {
  const found = changes.find((change: ProposedChange) => change.action === action)
  return found && state === 'waiting' ? fieldsOf(found.after) : undefined
}

/** A series; undefined where its symbol was changed meanwhile: the proposal can no longer be made, and is read to be refused. */
async function findToken(symbol: string): Promise<{ id: number } | undefined> {
  const [token] = await database()
    .select({ id: tokens.id })
    .from(tokens)
    .where(eq(symbolKey(tokens.symbol), symbolKey(symbol)))
  return token
}

/** Whom a proposed distribution pays, with the cash of each now and after; null of others, and once it is decided. */
export async function readPayments(row: Proposed): Promise<ApprovalDetail['payments']> {
  const { symbol, record_date, amount_per_unit } = findAdded(row, 'register.distribute') ?? {}
  if (typeof symbol !== 'string') return null
  const token = await findToken(symbol)
  if (!token) return null
  const terms = { record_date: String(record_date), amount_per_unit: String(amount_per_unit) }
  const { lines, held_back, earlier } = await readShares(token.id, terms)
  const shown = lines.slice(0, PAYMENTS_SHOWN)
  const cash = await readCash(shown.map(({ user_id }) => user_id))
  return {
    record_date: terms.record_date,
    is_day_over: terms.record_date < today(),
    earlier,
    lines: shown.map((line) => {
      const balance = cash.get(line.user_id)?.balance ?? '0.00'
      return { ...line, balance, balance_after: decimal(balance).plus(line.amount).toFixed(2) }
    }),
    holders: lines.length,
    disabled: lines.filter(({ is_active }) => !is_active).length,
    total: sumOf(lines),
    held_back,
  }
}

/** Units that move for an amount: redeemed ones, and those whose redemption is corrected. */
async function findPriced(row: Proposed): Promise<Record<'symbol' | 'units' | 'amount', string> | undefined> {
  const moved = findAdded(row, 'register.redemption') ?? findAdded(row, 'register.correction')
  if (!moved) return undefined
  const { symbol, entries, reverses } = moved
  const [unissued] = (Array.isArray(entries) ? entries : []).map(fieldsOf).filter(({ user_id }) => !user_id)
  if (typeof symbol !== 'string' || typeof unissued?.units !== 'string') return undefined
  const amount = typeof reverses === 'number' ? await readProceeds(reverses) : moved.amount
  if (typeof amount !== 'string') return undefined
  return { symbol, units: decimal(unissued.units).abs().toFixed(6), amount: decimal(amount).toFixed(2) }
}

/** The proceeds of a movement; null of others than redemptions. */
async function readProceeds(movementId: number): Promise<string | null | undefined> {
  const [row] = await database()
    .select({ amount: registerMovements.amount })
    .from(registerMovements)
    .where(eq(registerMovements.id, movementId))
  return row?.amount
}

/** The price of proposed movements of units against the unit value now; null of others, and once it is decided. */
export async function readPrice(row: Proposed): Promise<ApprovalDetail['price']> {
  const priced = await findPriced(row)
  if (!priced) return null
  const { symbol, units, amount } = priced
  const price = { symbol, units, amount, per_unit: decimal(amount).div(units).toFixed(2) }
  const token = await findToken(symbol)
  if (!token) return null
  const [current] = await database()
    .select({ preferred: seriesValuations.preferred, as_of: seriesValuations.as_of })
    .from(seriesValuations)
    .where(eq(seriesValuations.token_id, token.id))
    .orderBy(desc(seriesValuations.as_of), desc(seriesValuations.id))
    .limit(1)
  if (!current) {
    return { ...price, unit_value: null, as_of: null, value: null, deviation_percent: null, is_far: false }
  }
  const { percent, isFar } = compareWithUnitValue(amount, units, current.preferred)
  return {
    ...price,
    unit_value: current.preferred,
    as_of: current.as_of,
    value: decimal(units).times(current.preferred).toFixed(2),
    deviation_percent: percent,
    is_far: isFar,
  }
}

interface HeldRow extends Record<string, unknown> {
  symbol: string
  units: string
  holders: number
  value: string | null
  value_after: string
}

/** What a proposed valuation makes of all holdings; null of others, and once it is decided. */
export async function readRevaluation(row: Proposed): Promise<ApprovalDetail['revaluation']> {
  const { symbol, preferred, becomes_current = true } = findAdded(row, 'valuation.add') ?? {}
  if (typeof symbol !== 'string' || typeof preferred !== 'string') return null
  const [held] = await database().execute<HeldRow>(sql`
    select token.symbol, coalesce(sum(holding.units), 0)::numeric(18, 6)::text as units,
      count(holding.units)::int as holders,
      case when current.preferred is not null
        then coalesce(sum(round(holding.units * current.preferred, 2)), 0)::numeric(30, 2)::text end as value,
      coalesce(sum(round(holding.units * ${preferred}::numeric, 2)), 0)::numeric(30, 2)::text as value_after
    from ${tokens} as token
    left join lateral (
      select preferred from series_valuations where token_id = token.id order by as_of desc, id desc limit 1
    ) as current on true
    left join holdings as holding on holding.token_id = token.id and holding.units > 0
    where ${symbolKey(sql`token.symbol`)} = ${symbolKey(symbol)}
    group by token.id, current.preferred`)
  if (!held) return null
  const { value, value_after, ...of } = held
  return { ...of, value, value_after: becomes_current ? value_after : value }
}
