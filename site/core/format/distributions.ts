/** Explains how a distribution payment is calculated: units × amount per unit, to the cent. */
import type { DistributionPayment } from '#contract/cash/transactions'
import { toDecimal } from '#shared/calculations/decimal'
import { formatCalendarDate, formatMoney } from './format.ts'
import { applyReaderSeparators } from './reader-format.ts'
import { formatUnits } from './units.ts'

type Computed = Pick<DistributionPayment, 'units' | 'amount_per_unit'>

/** Dollars per unit, with six decimals: `$0.042000`. */
export const formatAmountPerUnit = (perUnit: string): string => formatUnits(perUnit).replace(/^(?=\d)/, '$')

/** The payment and its calculation: `12.500000 units × $4.200000 = $52.50`. */
export const formatPaymentCalculation = ({ units, amount_per_unit }: Computed, amount: string): string =>
  `${formatUnits(units)} units × ${formatAmountPerUnit(amount_per_unit)} = ${formatMoney(amount)}`

/** The units that count: those held at the end of the record date or, if it had not ended at booking, at that time. */
export const describeCounted = ({ counted_at }: Pick<DistributionPayment, 'counted_at'>): string =>
  counted_at === null
    ? 'Based on units held at the end of this day (UTC)'
    : `Based on units held at booking, ${formatCalendarDate(counted_at.slice(0, 10))}, ${counted_at.slice(11, 16)} UTC`

const exactly = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 12 })

/** Why a payment differs from the exact product; undefined if it does not. */
export function explainRounding({ units, amount_per_unit }: Computed, amount: string): string | undefined {
  const product = toDecimal(units).times(amount_per_unit)
  if (product.eq(amount)) return undefined
  const shown = applyReaderSeparators(exactly.format(product.toFixed() as Intl.StringNumericLiteral))
  return `The exact amount is $${shown}. Payments are rounded down to the cent, and the remaining cents are allocated by the largest-remainder method so that payments sum to the total distribution.`
}
