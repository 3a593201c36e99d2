import { formatMoney } from '#core/format/format'
import { toDecimal } from '#shared/calculations/decimal'
import type { Holder } from './portfolio-list.ts'

/**
 * The difference between the entered and the calculated value, such as `$12.50 above derived`; undefined if they agree
 * or none is entered.
 */
export function formatValueDifference({ portfolio, derived }: Holder): string | undefined {
  if (!portfolio?.is_recorded || !derived) return undefined
  const difference = toDecimal(portfolio.total_value).minus(toDecimal(derived.total_value))
  return difference.eq(0)
    ? undefined
    : `${formatMoney(difference.abs().toFixed(2))} ${difference.gt(0) ? 'above' : 'below'} calculated`
}
