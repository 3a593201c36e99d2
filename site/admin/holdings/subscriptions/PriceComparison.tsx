import type { SubscriptionReview } from '#contract/holdings/admin-subscriptions'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import {
  formatPriceComparison,
  formatPriceComparisonSentence,
  getPriceDirection,
} from '#core/format/price-comparison'

/** Compares the price of a subscription with the current unit value. Empty if they are equal. */
export function PriceComparison({ review: { subscription, series } }: { review: SubscriptionReview }) {
  const { unit_value } = series
  const compared = formatPriceComparison(subscription.unit_price, unit_value?.preferred)
  if (!compared || !unit_value) return null
  return (
    <p
      className={`border-l-2 pl-3 text-[0.875rem] ${getPriceDirection(subscription.unit_price, unit_value.preferred) === 'above' ? 'border-warn' : 'border-line-strong'}`}
    >
      {formatPriceComparisonSentence(compared, {
        price: formatMoney(subscription.unit_price),
        value: formatMoney(unit_value.preferred),
        day: formatCalendarDate(unit_value.as_of),
      })}
    </p>
  )
}
