/** What the approver must know about a request besides its rows, from the registers as they are now. */
import { desc, eq, sql } from 'drizzle-orm'
import { type ApprovalRequestDetail, PAYMENTS_SHOWN } from '#contract/desk/approvals'
import { database } from '#db/connection'
import { seriesValuations } from '#db/schema/catalog/series'
import { normalizeSymbol, tokens } from '#db/schema/catalog/tokens'
import type { ApprovalChange, approvals } from '#db/schema/desk/approvals'
import { registerMovements } from '#db/schema/holdings/register'
import { getCashByUser } from '#modules/cash/cash-guard'
import { compareWithUnitValue } from '#modules/catalog/series/price-deviation'
import { readShares, sumOf } from '#modules/holdings/register/distributions'
import { getToday } from '#shared/calculations/calendar'
import { toDecimal } from '#shared/calculations/decimal'
import { toFields } from './approval-rule.ts'

type Proposed = Pick<typeof approvals.$inferSelect, 'changes' | 'state'>

/** What the request adds, if it is open and for this action. */
function findAdded({ changes, state }: Proposed, action: string): Record<string, unknown> | undefined {
  const found = changes.find((change: ApprovalChange) => change.action === action)
  return found && state === 'waiting' ? toFields(found.after) : undefined
}

/**
 * A series; undefined if its symbol was changed in the meantime: the write can no longer be made, and the request is
 * only read to be rejected.
 */
async function findToken(symbol: string): Promise<{ id: number } | undefined> {
  const [token] = await database()
    .select({ id: tokens.id })
    .from(tokens)
    .where(eq(normalizeSymbol(tokens.symbol), normalizeSymbol(symbol)))
  return token
}

/** Whom a requested distribution pays, with each holder's cash now and after; null for others, and once decided. */
export async function getPayments(row: Proposed): Promise<ApprovalRequestDetail['payments']> {
  const { symbol, record_date, amount_per_unit } = findAdded(row, 'register.distribute') ?? {}
  if (typeof symbol !== 'string') return null
  const token = await findToken(symbol)
  if (!token) return null
  const terms = { record_date: String(record_date), amount_per_unit: String(amount_per_unit) }
  const { lines, held_back, earlier } = await readShares(token.id, terms)
  const shown = lines.slice(0, PAYMENTS_SHOWN)
  const cash = await getCashByUser(shown.map(({ user_id }) => user_id))
  return {
    record_date: terms.record_date,
    is_day_over: terms.record_date < getToday(),
    earlier,
    lines: shown.map((line) => {
      const balance = cash.get(line.user_id)?.balance ?? '0.00'
      return { ...line, balance, balance_after: toDecimal(balance).plus(line.amount).toFixed(2) }
    }),
    holders: lines.length,
    disabled: lines.filter(({ is_active }) => !is_active).length,
    total: sumOf(lines),
    held_back,
  }
}

/** Units that move for an amount: redemptions and their corrections. */
async function findPriced(row: Proposed): Promise<Record<'symbol' | 'units' | 'amount', string> | undefined> {
  const moved = findAdded(row, 'register.redemption') ?? findAdded(row, 'register.correction')
  if (!moved) return undefined
  const { symbol, entries, reverses } = moved
  const [unissued] = (Array.isArray(entries) ? entries : []).map(toFields).filter(({ user_id }) => !user_id)
  if (typeof symbol !== 'string' || typeof unissued?.units !== 'string') return undefined
  const amount = typeof reverses === 'number' ? await readProceeds(reverses) : moved.amount
  if (typeof amount !== 'string') return undefined
  return { symbol, units: toDecimal(unissued.units).abs().toFixed(6), amount: toDecimal(amount).toFixed(2) }
}

/** The proceeds of a movement; null unless it is a redemption. */
async function readProceeds(movementId: number): Promise<string | null | undefined> {
  const [row] = await database()
    .select({ amount: registerMovements.amount })
    .from(registerMovements)
    .where(eq(registerMovements.id, movementId))
  return row?.amount
}

/** The price of requested unit movements compared with the current unit value; null for others, and once decided. */
export async function getPrice(row: Proposed): Promise<ApprovalRequestDetail['price']> {
  const priced = await findPriced(row)
  if (!priced) return null
  const { symbol, units, amount } = priced
  const price = { symbol, units, amount, per_unit: toDecimal(amount).div(units).toFixed(2) }
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
    value: toDecimal(units).times(current.preferred).toFixed(2),
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

/** Effect of a requested valuation on all holdings; null for others, and once decided. */
export async function getRevaluation(row: Proposed): Promise<ApprovalRequestDetail['revaluation']> {
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
    where ${normalizeSymbol(sql`token.symbol`)} = ${normalizeSymbol(symbol)}
    group by token.id, current.preferred`)
  if (!held) return null
  const { value, value_after, ...of } = held
  return { ...of, value, value_after: becomes_current ? value_after : value }
}
