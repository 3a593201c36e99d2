/** Subscriptions with reserved cash: approved ones that are still unpaid, and those paid by a deposit. */
import { sql } from 'drizzle-orm'
import { formatSubscriptionReference } from '#contract/holdings/subscriptions'
import type { FigureInput } from '#contract/portfolio/figures'
import { prepareStatement } from '#db/prepared-queries'
import { tokens } from '#db/schema/catalog/tokens'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import type { Day } from '#shared/calculations/calendar'
import { type Decimal, sum, toDecimal, zero } from '#shared/calculations/decimal'
import {
  type FigureExplanation,
  type FigureRequest,
  getCurrentPosition,
  getLatestDay,
  listRegisterSources,
  toMoneyInput,
} from './figure-explanation.ts'
import { links, sources } from './record-links.ts'

type Row = [id: number, symbol: string, state: string, at: Day, amount: string, total: string]

const readWaiting = prepareStatement<Row>(
  () => sql`
    select subscription.id, token.symbol, subscription.state, (subscription.updated_at at time zone 'UTC')::date::text,
      subscription.amount, sum(subscription.amount) over ()
    from ${subscriptions} as subscription join ${tokens} as token on token.id = subscription.token_id
    where subscription.user_id = ${sql.placeholder('userId')} and subscription.state = any(${sql.placeholder('states')}::text[])
    order by subscription.updated_at desc, subscription.id desc limit ${sql.placeholder('limit')}`,
)

export const subscriptionCashTotals = ['unallocated', 'funded', 'payable'] as const
type WaitingSum = (typeof subscriptionCashTotals)[number]

const rules: Record<WaitingSum, { states: string; formula: string }> = {
  unallocated: {
    states: '{approved,funded}',
    formula:
      'Cash balance, up to the amount of subscriptions approved or paid but not yet allotted; zero if the cash balance is negative.',
  },
  funded: {
    states: '{funded}',
    formula: 'Sum of paid subscriptions awaiting allotment.',
  },
  payable: {
    states: '{approved}',
    formula: 'Sum of approved subscriptions awaiting payment, each payable by a separate deposit.',
  },
}

function toInput([id, symbol, state, at, amount]: Row): FigureInput {
  const label = `Subscription ${formatSubscriptionReference(id)} for ${symbol}, ${state === 'funded' ? 'paid' : 'approved'}`
  return toMoneyInput(label, at, toDecimal(amount), `/access/subscriptions/${id}`)
}

/** The latest subscriptions with their amounts, and one row with the sum of the others. */
async function readInputs(
  of: WaitingSum,
  { userId, limit }: FigureRequest,
): Promise<[FigureInput[], Decimal]> {
  const rows = await readWaiting({ userId, states: rules[of].states, limit: limit + 1 })
  const total = toDecimal(rows[0]?.[5] ?? 0)
  const inputs = rows.slice(0, limit).map(toInput)
  if (rows.length <= limit) return [inputs, total]
  const rest = total.minus(sum(inputs.map(({ amount }) => amount)))
  return [[...inputs, toMoneyInput('All earlier subscriptions', null, rest, links.investments)], total]
}

const larger = (one: Decimal, other: Decimal): Decimal => (one.gt(other) ? one : other)
const smaller = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other)

/** A sum of subscriptions, or the part of the cash reserved for them. */
export async function getSubscriptionCashFigure(
  of: WaitingSum,
  request: FigureRequest,
): Promise<FigureExplanation> {
  const { portfolio } = request
  const [inputs, total] = await readInputs(of, request)
  const { formula } = rules[of]
  const stated = { formula, unit: 'USD' } as const
  const subscribed = { label: 'Subscriptions', link: links.investments }
  const as_of = inputs[0]?.at ?? null
  if (of !== 'unallocated')
    return { ...stated, value: total.toFixed(2), as_of, inputs, sources: [subscribed] }
  const { cash } = getCurrentPosition(portfolio)
  const day = getLatestDay(portfolio)
  return {
    ...stated,
    value: smaller(larger(cash, zero), total).toFixed(2),
    as_of: as_of ?? day,
    inputs: [toMoneyInput('Cash balance', day, cash, links.ledger), ...inputs],
    sources: [sources.ledger, ...listRegisterSources(portfolio), subscribed],
  }
}
