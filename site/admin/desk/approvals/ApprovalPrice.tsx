import type { ReactNode } from 'react'
import type { ApprovalRequestDetail } from '#contract/desk/approvals'
import { formatCalendarDate, formatMoney, formatPercent } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { Badge } from '#ui/Badge'

/** The redemption price, compared with the current unit value. */
export function ApprovalPrice({ price }: { price: NonNullable<ApprovalRequestDetail['price']> }) {
  const { units, amount, per_unit, unit_value, as_of, value, deviation_percent, is_far } = price
  return (
    <div className="rounded border border-line bg-paper px-4 py-2.5 text-[0.9375rem]">
      <dl>
        <Line name={`Proceeds of ${formatUnits(units)} units`}>
          {formatMoney(amount)}, {formatMoney(per_unit)} per unit
        </Line>
        {unit_value !== null && as_of !== null && value !== null && (
          <Line name={`At the unit value as of ${formatCalendarDate(as_of)}`}>
            {formatMoney(value)}, {formatMoney(unit_value)} per unit
          </Line>
        )}
        {deviation_percent !== null && (
          <Line name="Price compared with unit value">
            <span className={is_far ? 'text-loss' : ''}>{formatPercent(deviation_percent)}</span>
          </Line>
        )}
      </dl>
      {is_far && (
        <p className="py-1">
          <Badge tone="loss">More than 20% from the unit value</Badge>
        </p>
      )}
      {unit_value === null && <p className="py-1 text-ink-2">The series has no valuation for comparison.</p>}
    </div>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-1">
      <dt className="min-w-0 text-ink-2 wrap-anywhere">{name}</dt>
      <dd className="num text-[0.875rem]">{children}</dd>
    </div>
  )
}
