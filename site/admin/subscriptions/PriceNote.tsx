import type { SubscriptionFile } from '#contract/admin-subscriptions'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { comparePrice, compareWithValue, directionOf } from '#core/format/price-against-value'

/** How the price of a subscription compares with the current unit value. Empty where they are equal. */
export function PriceNote({ of: { subscription, series } }: { of: SubscriptionFile }) {
  const { unit_value } = series
  const compared = compareWithValue(subscription.unit_price, unit_value?.preferred)
  if (!compared || !unit_value) return null
  return (
    <p
      className={`border-l-2 pl-3 text-[0.875rem] ${directionOf(subscription.unit_price, unit_value.preferred) === 'above' ? 'border-warn' : 'border-line-strong'}`}
    >
      {comparePrice(compared, {
        price: formatMoney(subscription.unit_price),
        value: formatMoney(unit_value.preferred),
        day: formatCalendarDate(unit_value.as_of),
      })}
    </p>
  )
}
