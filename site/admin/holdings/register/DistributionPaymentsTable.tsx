import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Distribution, DistributionPreviewLine, HeldBack } from '#contract/holdings/admin-register'
import { formatCount, formatCountOf, formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { formatRowRange } from '#core/list/list'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { DisabledHolders } from './DisabledHolders.tsx'
import { describeEarlierDistributions } from './earlier-distributions.ts'
import { WithheldPayments } from './WithheldPayments.tsx'
import '#site/admin/kit/list/list.css'

/** Lines per page. All are in the browser because they were calculated together. */
const SIZE = 50

interface PaymentLinesProps {
  lines: readonly DistributionPreviewLine[]
  heldBack: readonly HeldBack[]
  total: string
  /** Previously booked distributions with the same record date. */
  earlier: readonly Distribution[]
  /** The button that books them. */
  action: ReactNode
}

/** Each holder's payment to the cent, largest holding first, and the total. */
export function DistributionPaymentsTable({ lines, heldBack, total, earlier, action }: PaymentLinesProps) {
  const [wanted, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(lines.length / SIZE))
  const page = Math.min(wanted, pages)
  const shown = lines.slice((page - 1) * SIZE, page * SIZE)
  const warning = describeEarlierDistributions(earlier)
  return (
    <Panel
      title={`${formatMoney(total)} to ${formatCountOf(lines.length, 'holder')}`}
      note="Preview only; nothing has been booked. The total is rounded once and remaining cents are allocated by the largest-remainder method. Holders due less than one cent are excluded."
      aside={action}
    >
      {warning && (
        <p className="border-line border-b px-[22px] py-3.5 text-[0.9375rem] text-warn wrap-anywhere max-sm:px-4">
          {warning}
        </p>
      )}
      <DisabledHolders count={lines.filter(({ is_active }) => !is_active).length} />
      <WithheldPayments payments={heldBack} />
      {lines.length === 0 ? (
        <EmptyState title={heldBack.length > 0 ? 'No holder can be paid' : 'No payments due'}>
          {heldBack.length > 0
            ? 'All shares would be held back. Book the distribution when at least one holder can be paid.'
            : 'There were no holders as of the record date, or the amount per unit is too small.'}
        </EmptyState>
      ) : (
        <>
          <table className="list-table w-full text-[0.9375rem]">
            <caption className="visually-hidden">Payments</caption>
            <thead>
              <tr>
                <th scope="col">Holder</th>
                <th scope="col" className="text-right">
                  Units
                </th>
                <th scope="col" className="text-right">
                  Payment
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ user_id, name, units, amount, is_active }) => (
                <tr key={user_id}>
                  <td className="list-name">
                    <Link className="wrap-anywhere" to={{ search: getInvestorLocation(user_id) }}>
                      {name}
                    </Link>{' '}
                    {!is_active && <Badge tone="warn">Inactive</Badge>}
                  </td>
                  <td data-label="Units" className="num text-right text-[0.875rem]">
                    {formatUnits(units)}
                  </td>
                  <td data-label="Payment" className="num text-right text-[0.875rem]">
                    {formatMoney(amount)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <nav
            aria-label="Payments, pages"
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t px-4 py-3 text-[0.875rem] text-ink-2"
          >
            <p className="tabular-nums">{formatRowRange({ page, limit: SIZE, total: lines.length })}</p>
            {pages > 1 && (
              <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
                <p className="tabular-nums">
                  Page {formatCount(page)} of {formatCount(pages)}
                </p>
                <div className="flex gap-2">
                  <Button look="quiet" small disabled={page <= 1} onClick={() => setPage(page - 1)}>
                    Previous
                  </Button>
                  <Button look="quiet" small disabled={page >= pages} onClick={() => setPage(page + 1)}>
                    Next
                  </Button>
                </div>
              </div>
            )}
          </nav>
        </>
      )}
    </Panel>
  )
}
