/** The payments of a distribution that awaits approval: each holder with units, amount and cash balance. */
import { Link } from 'react-router'
import type { ApprovalRequestDetail } from '#contract/desk/approvals'
import { formatCountOf, formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { DisabledHolders } from '#site/admin/holdings/register/DisabledHolders.tsx'
import { DistributionWarnings } from '#site/admin/holdings/register/DistributionWarnings.tsx'
import { WithheldPayments } from '#site/admin/holdings/register/WithheldPayments.tsx'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { getRegisterTabLocation } from '#site/admin/kit/register-tabs.ts'
import { Badge } from '#ui/Badge'

type Of = NonNullable<ApprovalRequestDetail['payments']>

/** The largest payments and the withheld shares. The register of the record date lists all holders. */
export function ApprovalPayments({ payments, series }: { payments: Of; series: string }) {
  const { lines, holders, disabled, total, held_back, record_date, is_day_over, earlier } = payments
  const others = holders - lines.length
  return (
    <div className="rounded border border-line bg-paper text-[0.9375rem]">
      <p className="border-line border-b px-4 py-2.5">
        <span className="num">{formatMoney(total)}</span> to {formatCountOf(holders, 'holder')}
        <DistributionWarnings isDayOver={is_day_over} earlier={earlier} />
      </p>
      <DisabledHolders count={disabled} />
      <WithheldPayments payments={held_back} />
      <ul aria-label="Payments" className="px-4">
        {lines.map((line) => (
          <Payment key={line.user_id} line={line} />
        ))}
      </ul>
      {others > 0 && (
        <p className="border-line border-t px-4 py-2.5">
          and {formatCountOf(others, 'more holder')}:{' '}
          <Link to={{ search: `${getRegisterTabLocation(series, 'holders')}&on=${record_date}` }}>
            all holders on the record date
          </Link>
        </p>
      )}
    </div>
  )
}

function Payment({ line }: { line: Of['lines'][number] }) {
  const { user_id, name, units, amount, is_active, balance, balance_after } = line
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-line py-2 not-first:border-t">
      <span className="min-w-0 wrap-anywhere">
        <Link to={{ search: getInvestorLocation(user_id) }}>{name}</Link>{' '}
        {!is_active && <Badge tone="warn">Inactive</Badge>}
        <span className="num block text-[0.8125rem] text-ink-2">{formatUnits(units)} units</span>
      </span>
      <span className="num text-right text-[0.875rem]">
        {formatMoney(amount)}
        <span className="block text-[0.8125rem] text-ink-2">
          Cash balance {formatMoney(balance)} → {formatMoney(balance_after)}
        </span>
      </span>
    </li>
  )
}

/** The effect of a requested valuation on all holdings. */
export function ApprovalRevaluation({
  revaluation,
}: {
  revaluation: NonNullable<ApprovalRequestDetail['revaluation']>
}) {
  const { units, holders, value, value_after } = revaluation
  const written = (amount: string | null) => (amount === null ? 'no value' : formatMoney(amount))
  return (
    <div className="rounded border border-line bg-paper px-4 py-2.5 text-[0.9375rem]">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="text-ink-2">Value of all holdings, before → after</span>
        <span className="num text-[0.875rem]">
          {written(value)} → {written(value_after)}
        </span>
      </p>
      <p className="text-[0.8125rem] text-ink-2">
        {formatUnits(units)} units held by {formatCountOf(holders, 'holder')}
        {value === value_after && ', unchanged because a more recent valuation remains current'}
      </p>
    </div>
  )
}
