/** Subscriptions that cash waits for: approved ones, which are still to be paid, and those that a deposit has paid. */
import { sql } from 'drizzle-orm'
import type { FigureInput } from '#contract/figures'
import { subscriptionReference } from '#contract/subscriptions'
import { statement } from '#db/prepared'
import { subscriptions } from '#db/schema/subscriptions'
import { tokens } from '#db/schema/tokens'
import type { Day } from '#shared/asset/calendar'
import { type Decimal, decimal, sum, zero } from '#shared/asset/decimal'
import { links, sources } from './links.ts'
import { type FigureRequest, money, newestDay, now, registersOf, type Stated } from './stated.ts'

type Row = [id: number, symbol: string, state: string, at: Day, amount: string, total: string]

const readWaiting = statement<Row>(
  () => sql`
    select subscription.id, token.symbol, subscription.state, (subscription.updated_at at time zone 'UTC')::date::text,
      subscription.amount, sum(subscription.amount) over ()
    from ${subscriptions} as subscription join ${tokens} as token on token.id = subscription.token_id
    where subscription.user_id = ${sql.placeholder('userId')} and subscription.state = any(${sql.placeholder('states')}::text[])
    order by subscription.updated_at desc, subscription.id desc limit ${sql.placeholder('limit')}`,
)

export const waitingSums = ['unallocated', 'funded', 'payable'] as const
type WaitingSum = (typeof waitingSums)[number]

const rules: Record<WaitingSum, { states: string; formula: string }> = {
  unallocated: {
    states: '{approved,funded}',
    formula:
      'The cash, but at most the amount of the subscriptions that are approved or paid and not yet allotted; zero where the cash is negative.',
  },
  funded: {
    states: '{funded}',
    formula: 'Sum of the subscriptions that a deposit has paid and whose units are not allotted yet.',
  },
  payable: {
    states: '{approved}',
    formula: 'Sum of the approved subscriptions, each to be paid by a deposit of its own.',
  },
}

function toInput([id, symbol, state, at, amount]: Row): FigureInput {
  const label = `Subscription ${subscriptionReference(id)} for ${symbol}, ${state === 'funded' ? 'paid' : 'approved'}`
  return money(label, at, decimal(amount), `/access/subscriptions/${id}`)
}

/** The newest subscriptions with their amounts, and one row with the sum of the others. */
async function readInputs(
  of: WaitingSum,
  { userId, limit }: FigureRequest,
): Promise<[FigureInput[], Decimal]> {
  const rows = await readWaiting({ userId, states: rules[of].states, limit: limit + 1 })
  const total = decimal(rows[0]?.[5] ?? 0)
  const inputs = rows.slice(0, limit).map(toInput)
  if (rows.length <= limit) return [inputs, total]
  const rest = total.minus(sum(inputs.map(({ amount }) => amount)))
  return [[...inputs, money('All earlier subscriptions together', null, rest, links.investments)], total]
}

const larger = (one: Decimal, other: Decimal): Decimal => (one.gt(other) ? one : other)
const smaller = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other)

/** A sum of subscriptions, or the part of the cash that waits for them. */
export async function explainWaiting(of: WaitingSum, request: FigureRequest): Promise<Stated> {
  const { portfolio } = request
  const [inputs, total] = await readInputs(of, request)
  const { formula } = rules[of]
  const stated = { formula, unit: 'USD' } as const
  const subscribed = { label: 'Subscriptions', link: links.investments }
  const as_of = inputs[0]?.at ?? null
  if (of !== 'unallocated')
    return { ...stated, value: total.toFixed(2), as_of, inputs, sources: [subscribed] }
  const { cash } = now(portfolio)
  const day = newestDay(portfolio)
  return {
    ...stated,
    value: smaller(larger(cash, zero), total).toFixed(2),
    as_of: as_of ?? day,
    inputs: [money('Cash', day, cash, links.ledger), ...inputs],
    sources: [sources.ledger, ...registersOf(portfolio), subscribed],
  }
}
