import { Link } from 'react-router'
import type { HeldBack } from '#contract/holdings/admin-register'
import { formatCountOf, formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { heldBackReasonNames } from '#shared/enums/distributions'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'

/** The unpaid shares of a distribution and the reasons; shows nothing if there are none. */
export function WithheldPayments({ payments }: { payments: readonly HeldBack[] }) {
  if (payments.length === 0) return null
  return (
    <div className="border-line border-b px-[22px] py-3.5 text-[0.9375rem] max-sm:px-4">
      <p className="font-medium text-loss">
        {formatCountOf(payments.length, 'share')} held back and not paid. All other shares are paid in full.
      </p>
      <ul>
        {payments.map(({ user_id, name, units, amount, because }) => (
          <li key={user_id} className="wrap-anywhere">
            <Link to={{ search: getInvestorLocation(user_id) }}>{name || `Investor ${user_id}`}</Link>,{' '}
            <span className="num">{formatMoney(amount)}</span> for {formatUnits(units)} units:{' '}
            {heldBackReasonNames[because]}
          </li>
        ))}
      </ul>
    </div>
  )
}
