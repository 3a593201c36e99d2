/** How the payment of a distribution is explained: units × amount per unit, to the cent. */
import type { DistributionPayment } from '#contract/transactions'
import { decimal } from '#shared/asset/decimal'
import { formatCalendarDate, formatMoney } from './format.ts'
import { punctuate } from './reader.ts'
import { formatUnits } from './units.ts'

type Computed = Pick<DistributionPayment, 'units' | 'amount_per_unit'>

/** Dollars per unit, with six decimals: `$0.042000`. */
export const formatRate = (perUnit: string): string => formatUnits(perUnit).replace(/^(?=\d)/, '$')

/** What was paid, and how it was computed: `12.500000 units × $4.200000 = $52.50`. */
export const formatComputation = ({ units, amount_per_unit }: Computed, amount: string): string =>
  `${formatUnits(units)} units × ${formatRate(amount_per_unit)} = ${formatMoney(amount)}`

/** Which units count: those at the end of the record date, or where that was not over at booking, those held then. */
export const describeCounted = ({ counted_at }: Pick<DistributionPayment, 'counted_at'>): string =>
  counted_at === null
    ? 'Units held at the end of this day (UTC) count'
    : `Units held when it was booked, ${formatCalendarDate(counted_at.slice(0, 10))}, ${counted_at.slice(11, 16)} UTC, count`

const exactly = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 12 })

/** Why a payment is not the product to the last decimal; undefined where it is. */
export function explainCents({ units, amount_per_unit }: Computed, amount: string): string | undefined {
  const product = decimal(units).times(amount_per_unit)
  if (product.eq(amount)) return undefined
  const shown = punctuate(exactly.format(product.toFixed() as Intl.StringNumericLiteral))
  return `The exact product is $${shown}. Each payment is cut to the cent, and the cents that are left go to the largest remainders, so that all payments sum to the total of the distribution.`
}
