import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Distribution, DistributionLine, HeldBack } from '#contract/admin-register'
import { countOf, formatCount, formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { describeRows } from '#core/list/list'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { DisabledHolders } from './DisabledHolders.tsx'
import { describeEarlier } from './earlier.ts'
import { HeldBackShares } from './HeldBackShares.tsx'
import '#site/admin/list/list.css'

/** Lines of one page. All are in the browser: they were computed together. */
const SIZE = 50

interface PaymentLinesProps {
  lines: readonly DistributionLine[]
  heldBack: readonly HeldBack[]
  total: string
  /** Distributions of the same record date that were booked before. */
  earlier: readonly Distribution[]
  /** The button that books them. */
  action: ReactNode
}

/** What each holder gets to the cent, largest holding first, and the total. */
export function PaymentLines({ lines, heldBack, total, earlier, action }: PaymentLinesProps) {
  const [wanted, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(lines.length / SIZE))
  const page = Math.min(wanted, pages)
  const shown = lines.slice((page - 1) * SIZE, page * SIZE)
  const warning = describeEarlier(earlier)
  return (
    <Panel
      title={`${formatMoney(total)} to ${countOf(lines.length, 'holder')}`}
      note="Nothing is booked yet. The total is rounded once; the cents left over go to the largest remainders. Holders who would get less than a cent are left out."
      aside={action}
    >
      {warning && (
        <p className="border-line border-b px-[22px] py-3.5 text-[0.9375rem] text-warn wrap-anywhere max-sm:px-4">
          {warning}
        </p>
      )}
      <DisabledHolders count={lines.filter(({ is_active }) => !is_active).length} />
      <HeldBackShares of={heldBack} />
      {lines.length === 0 ? (
        <EmptyState title={heldBack.length > 0 ? 'No holder can be paid' : 'Nobody would get a cent'}>
          {heldBack.length > 0
            ? 'All shares would be held back. Book the distribution when at least one holder can be paid.'
            : 'Nobody holds units that count for the record date, or the amount per unit is too small.'}
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
                    <Link className="wrap-anywhere" to={{ search: investorLocation(user_id) }}>
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
            <p className="tabular-nums">{describeRows({ page, limit: SIZE, total: lines.length })}</p>
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
