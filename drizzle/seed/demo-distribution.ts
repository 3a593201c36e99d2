/** The distribution received by the demonstration account, with the other holders' shares. Pure. */
import { addThousandsSeparators } from '#shared/thousands-separators'
import { distributeAmount, formatUnits, type HolderShare } from './demo-arithmetic.ts'
import type { DemoHolder } from './demo-holders.ts'
import { getDayStart } from './demo-market.ts'
import { type DemoSubscription, getAllottedAt, getBusinessTime } from './demo-subscriptions.ts'

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
  /** The demonstration account first, then the other holders in order. */
  shares: HolderShare[]
  total: number
}

/** Description of a holder's transaction: the distribution, and how the payment was calculated. */
export const formatPayment = ({ description, perUnit }: DemoDistribution, units: number): string =>
  `${description}: ${addThousandsSeparators(formatUnits(units))} units × $${addThousandsSeparators(formatUnits(perUnit))}`

const unitsOf = (subscriptions: readonly DemoSubscription[]): number =>
  subscriptions
    .filter((one) => one.symbol === SYMBOL && (getAllottedAt(one) ?? Infinity) < getDayStart(RECORD_DATE, 1))
    .reduce((sum, { units }) => sum + units, 0)

/** Undefined if it is not within the year, or the account held no units on the record date. */
export function planDistribution(
  openedAt: Date,
  now: Date,
  own: readonly DemoSubscription[],
  others: readonly DemoHolder[],
): DemoDistribution | undefined {
  const paidAt = getBusinessTime(getDayStart(PAID_ON), 0, 125)
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
