/** The distribution that the demonstration account received, with what the other holders got. Pure. */
import { groupDigits } from '#shared/group-digits'
import type { DemoHolder } from './demo-holders.ts'
import { startOf } from './demo-market.ts'
import { allottedAt, type DemoSubscription, workingTime } from './demo-subscriptions.ts'
import { distributeAmount, type Share, unitsText } from './demo-units.ts'

const SYMBOL = '$BUSHVELD'
const RECORD_DATE = '2026-09-30'
const PAID_ON = '2026-10-14'
/** Millionths of a dollar. */
const PER_UNIT = 42_000

export interface DemoDistribution {
  symbol: string
  recordDate: string
  perUnit: number
  paidAt: Date
  description: string
  /** The demonstration account first, then the other holders in their order. */
  shares: Share[]
  total: number
}

/** What the transaction of a holder says: the distribution, and how the payment was computed. */
export const describePayment = ({ description, perUnit }: DemoDistribution, units: number): string =>
  `${description}: ${groupDigits(unitsText(units))} units × $${groupDigits(unitsText(perUnit))}`

const unitsOf = (subscriptions: readonly DemoSubscription[]): number =>
  subscriptions
    .filter((one) => one.symbol === SYMBOL && (allottedAt(one) ?? Infinity) < startOf(RECORD_DATE, 1))
    .reduce((sum, { units }) => sum + units, 0)

/** Undefined when it is not within the year, or the account held no units on the record date. */
export function planDistribution(
  openedAt: Date,
  now: Date,
  own: readonly DemoSubscription[],
  others: readonly DemoHolder[],
): DemoDistribution | undefined {
  const paidAt = workingTime(startOf(PAID_ON), 0, 125)
  if (paidAt <= openedAt || paidAt >= now || unitsOf(own) === 0) return undefined
  const units = [own, ...others.map(({ subscriptions }) => subscriptions)].map(unitsOf)
  const shares = distributeAmount(units, PER_UNIT)
  return {
    symbol: SYMBOL,
    recordDate: RECORD_DATE,
    perUnit: PER_UNIT,
    paidAt,
    description: `Distribution of ${SYMBOL}, record date ${RECORD_DATE}`,
    shares,
    total: shares.reduce((sum, { amount }) => sum + amount, 0),
  }
}
