import { useState } from 'react'
import { Link } from 'react-router'
import type { Distribution } from '#contract/admin-register'
import { formatRate } from '#core/format/distributions'
import { formatCalendarDate, formatCount, formatMoney } from '#core/format/format'
import type { Remote } from '#core/query/remote'
import { heldBackReasonNames } from '#shared/enums/distributions'
import { History, type HistoryColumn } from '#site/admin/series/History.tsx'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { HeldBackDialog, type HeldShare } from './HeldBackDialog.tsx'
import { distributionList } from './lists.ts'
import { ReversalDialog } from './ReversalDialog.tsx'

const columns: readonly HistoryColumn<Distribution>[] = [
  {
    label: 'Record date',
    cell: ({ record_date, created_at }) => (
      <>
        <AdminDate instant={record_date} />
        {created_at.slice(0, 10) <= record_date && (
          <span className="block text-[0.8125rem] text-ink-3">units held when booked</span>
        )}
      </>
    ),
  },
  {
    label: 'Per unit',
    align: 'right',
    // An amount per unit has six decimals.
    cell: ({ amount_per_unit }) => formatRate(amount_per_unit),
  },
  { label: 'Total', align: 'right', cell: ({ total }) => formatMoney(total) },
  { label: 'Holders', align: 'right', cell: ({ holders }) => formatCount(holders) },
  { label: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
  { label: 'Booked', isWide: true, cell: ({ created_at }) => <Moment instant={created_at} /> },
]

interface BookedDistributionsProps {
  /** The code of the series. */
  series: string
  opened: Remote<Distribution[]>
  showSuccess: (message: string) => void
}

/** The distributions of a series so far. Each can be reversed once, and stays in the list. */
export function BookedDistributions({ series, opened, showSuccess }: BookedDistributionsProps) {
  const [reversing, setReversing] = useState<Distribution>()
  const [paying, setPaying] = useState<HeldShare>()
  const heldBack: HistoryColumn<Distribution> = {
    label: 'Held back',
    cell: (distribution) => <Shares of={distribution} onPay={setPaying} />,
  }
  const status: HistoryColumn<Distribution> = {
    label: 'Status',
    cell: (distribution) => <Status of={distribution} onReverse={setReversing} />,
  }
  return (
    <Panel title="Booked distributions">
      <RemoteView
        view={opened}
        {...loadFailure('Failed to fetch the distributions')}
        onRetry={distributionList.refresh}
        loading={<Skeleton className="m-4 h-24" />}
      >
        {(distributions) =>
          distributions.length === 0 ? (
            <EmptyState title="No distribution">Those that are booked are listed here.</EmptyState>
          ) : (
            <History
              caption="Booked distributions"
              one="distribution"
              rows={distributions}
              rowKey={({ id }) => id}
              columns={[...columns, heldBack, status]}
            />
          )
        }
      </RemoteView>
      <HeldBackDialog
        of={paying}
        series={series}
        onClose={() => setPaying(undefined)}
        onStored={async (message) => {
          await distributionList.refresh()
          showSuccess(message)
        }}
      />
      <ReversalDialog
        of={reversing}
        series={series}
        onClose={() => setReversing(undefined)}
        onStored={async (message) => {
          await distributionList.refresh()
          showSuccess(message)
        }}
      />
    </Panel>
  )
}

interface SharesProps {
  of: Distribution
  onPay: (share: HeldShare) => void
}

/** The shares that are not paid, with their total; each can be paid when its hold is over. */
function Shares({ of: distribution, onPay }: SharesProps) {
  const mayPay = useMay()('money')
  const { held_back, held_back_total, reversal } = distribution
  if (held_back.length === 0) return 'None'
  return (
    <>
      <span className="num">{formatMoney(held_back_total)}</span>
      <ul>
        {held_back.map((share) => (
          <li key={share.user_id} className="text-[0.875rem] text-ink-2 wrap-anywhere">
            <Link to={{ search: investorLocation(share.user_id) }}>
              {share.name || `Investor ${share.user_id}`}
            </Link>
            , {formatMoney(share.amount)}: {heldBackReasonNames[share.because]}{' '}
            {mayPay && !reversal && share.because !== 'account_closed' && (
              <Button
                look="quiet"
                small
                aria-haspopup="dialog"
                onClick={() => onPay({ distribution, share })}
              >
                Pay the held-back share
                <span className="visually-hidden"> of {share.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

interface StatusProps {
  of: Distribution
  onReverse: (distribution: Distribution) => void
}

/** Paid, with the way back; or reversed, with day and reason. */
function Status({ of, onReverse }: StatusProps) {
  const { reversal, total, record_date } = of
  const mayReverse = useMay()('money')
  if (reversal) {
    return (
      <>
        <Badge tone="loss">Reversed</Badge>
        <span className="mt-1 block text-[0.875rem] text-ink-2">
          <Moment instant={reversal.at} />
        </span>
        <span className="block text-[0.875rem] text-ink-2 wrap-anywhere">{reversal.reason}</span>
      </>
    )
  }
  if (!mayReverse) return <Badge tone="gain">Paid</Badge>
  return (
    <Button look="quiet" small aria-haspopup="dialog" onClick={() => onReverse(of)}>
      Reverse
      <span className="visually-hidden">
        {' '}
        the distribution of {formatMoney(total)}, record date {formatCalendarDate(record_date)}
      </span>
    </Button>
  )
}
