import { formatMoney } from '#core/format/format'
import { decimal } from '#shared/asset/decimal'
import type { Holder } from './list.ts'

/** How far the entered value is from the derived one, such as `$12.50 above derived`; undefined when they agree or none is entered. */
export function differenceOf({ portfolio, derived }: Holder): string | undefined {
  if (!portfolio?.is_recorded || !derived) return undefined
  const difference = decimal(portfolio.total_value).minus(decimal(derived.total_value))
  return difference.eq(0)
    ? undefined
    : `${formatMoney(difference.abs().toFixed(2))} ${difference.gt(0) ? 'above' : 'below'} derived`
}
