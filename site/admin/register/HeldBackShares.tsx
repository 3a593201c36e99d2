import { Link } from 'react-router'
import type { HeldBack } from '#contract/admin-register'
import { countOf, formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { heldBackReasonNames } from '#shared/enums/distributions'
import { investorLocation } from '#site/admin/shared/investor.ts'

/** The shares of a distribution that are not paid, and why; nothing without one. */
export function HeldBackShares({ of }: { of: readonly HeldBack[] }) {
  if (of.length === 0) return null
  return (
    <div className="border-line border-b px-[22px] py-3.5 text-[0.9375rem] max-sm:px-4">
      <p className="font-medium text-loss">
        Held back: {countOf(of.length, 'share')}, not paid. The others are paid in full.
      </p>
      <ul>
        {of.map(({ user_id, name, units, amount, because }) => (
          <li key={user_id} className="wrap-anywhere">
            <Link to={{ search: investorLocation(user_id) }}>{name || `Investor ${user_id}`}</Link>,{' '}
            <span className="num">{formatMoney(amount)}</span> for {formatUnits(units)} units:{' '}
            {heldBackReasonNames[because]}
          </li>
        ))}
      </ul>
    </div>
  )
}
