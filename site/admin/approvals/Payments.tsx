/** Whom a proposed distribution pays: each holder with units, amount and cash. */
import { Link } from 'react-router'
import type { ApprovalDetail } from '#contract/approvals'
import { countOf, formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { DisabledHolders } from '#site/admin/register/DisabledHolders.tsx'
import { DistributionWarnings } from '#site/admin/register/DistributionWarnings.tsx'
import { HeldBackShares } from '#site/admin/register/HeldBackShares.tsx'
import { viewLocation } from '#site/admin/register/views.ts'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { Badge } from '#ui/Badge'

type Of = NonNullable<ApprovalDetail['payments']>

/** The largest payments and the shares that are held back. The register of the record date has all holders. */
export function Payments({ of, series }: { of: Of; series: string }) {
  const { lines, holders, disabled, total, held_back, record_date, is_day_over, earlier } = of
  const others = holders - lines.length
  return (
    <div className="rounded border border-line bg-paper text-[0.9375rem]">
      <p className="border-line border-b px-4 py-2.5">
        <span className="num">{formatMoney(total)}</span> to {countOf(holders, 'holder')}
        <DistributionWarnings isDayOver={is_day_over} earlier={earlier} />
      </p>
      <DisabledHolders count={disabled} />
      <HeldBackShares of={held_back} />
      <ul aria-label="Payments" className="px-4">
        {lines.map((line) => (
          <Payment key={line.user_id} of={line} />
        ))}
      </ul>
      {others > 0 && (
        <p className="border-line border-t px-4 py-2.5">
          and {countOf(others, 'more holder')}:{' '}
          <Link to={{ search: `${viewLocation(series, 'holders')}&on=${record_date}` }}>
            all holders on the record date
          </Link>
        </p>
      )}
    </div>
  )
}

function Payment({ of }: { of: Of['lines'][number] }) {
  const { user_id, name, units, amount, is_active, balance, balance_after } = of
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-line py-2 not-first:border-t">
      <span className="min-w-0 wrap-anywhere">
        <Link to={{ search: investorLocation(user_id) }}>{name}</Link>{' '}
        {!is_active && <Badge tone="warn">Inactive</Badge>}
        <span className="num block text-[0.8125rem] text-ink-2">{formatUnits(units)} units</span>
      </span>
      <span className="num text-right text-[0.875rem]">
        {formatMoney(amount)}
        <span className="block text-[0.8125rem] text-ink-2">
          Cash {formatMoney(balance)} → {formatMoney(balance_after)}
        </span>
      </span>
    </li>
  )
}

/** What a proposed valuation makes of all holdings. */
export function Revaluation({ of }: { of: NonNullable<ApprovalDetail['revaluation']> }) {
  const { units, holders, value, value_after } = of
  const written = (amount: string | null) => (amount === null ? 'no value' : formatMoney(amount))
  return (
    <div className="rounded border border-line bg-paper px-4 py-2.5 text-[0.9375rem]">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="text-ink-2">Value of all holdings now → after</span>
        <span className="num text-[0.875rem]">
          {written(value)} → {written(value_after)}
        </span>
      </p>
      <p className="text-[0.8125rem] text-ink-2">
        {formatUnits(units)} units of {countOf(holders, 'holder')}
        {value === value_after && ', unchanged: a later valuation stays current'}
      </p>
    </div>
  )
}
