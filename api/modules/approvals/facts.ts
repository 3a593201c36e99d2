/** What a second administrator has to know about a proposal beside its rows, from the registers as they are now. */
import { eq, sql } from 'drizzle-orm'
import { type ApprovalDetail, PAYMENTS_SHOWN } from '#contract/approvals'
import { database } from '#db/connection'
import type { approvals, ProposedChange } from '#db/schema/approvals'
import { symbolKey, tokens } from '#db/schema/tokens'
import { readCash } from '#modules/cash/guard'
import { readShares, sumOf } from '#modules/register/distributions'
import { today } from '#shared/asset/calendar'
import { decimal } from '#shared/asset/decimal'
import { fieldsOf } from './rule.ts'

type Proposed = Pick<typeof approvals.$inferSelect, 'changes' | 'state'>

/** What the proposal adds, if it waits and is of this action. */
function findAdded({ changes, state }: Proposed, action: string): Record<string, unknown> | undefined {
  const found = changes.find((change: ProposedChange) => change.action === action)
  return found && state === 'waiting' ? fieldsOf(found.after) : undefined
}

/** Whom a proposed distribution pays, with the cash of each now and after; null of others, and once it is decided. */
export async function readPayments(row: Proposed): Promise<ApprovalDetail['payments']> {
  const { symbol, record_date, amount_per_unit } = findAdded(row, 'register.distribute') ?? {}
  if (typeof symbol !== 'string') return null
  const [token] = await database()
    .select({ id: tokens.id })
    .from(tokens)
    .where(eq(symbolKey(tokens.symbol), symbolKey(symbol)))
  // Its symbol was changed meanwhile: the proposal can no longer be made, and is read to be refused.
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
