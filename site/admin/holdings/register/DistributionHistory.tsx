import { useState } from 'react'
import { Link } from 'react-router'
import type { Distribution } from '#contract/holdings/admin-register'
import { formatAmountPerUnit } from '#core/format/distributions'
import { formatCalendarDate, formatCount, formatMoney } from '#core/format/format'
import type { Remote } from '#core/query/remote'
import { heldBackReasonNames } from '#shared/enums/distributions'
import { type HistoryColumn, RecordHistoryTable } from '#site/admin/catalog/series/RecordHistoryTable.tsx'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { ReverseDistributionDialog } from './ReverseDistributionDialog.tsx'
import { distributionList } from './register-lists.ts'
import { type WithheldPayment, WithheldPaymentDialog } from './WithheldPaymentDialog.tsx'

const columns: readonly HistoryColumn<Distribution>[] = [
  {
    label: 'Record date',
    cell: ({ record_date, created_at }) => (
      <>
        <AdminDate instant={record_date} />
        {created_at.slice(0, 10) <= record_date && (
          <span className="block text-[0.8125rem] text-ink-3">holders when booked</span>
        )}
      </>
    ),
  },
  {
    label: 'Per unit',
    align: 'right',
    // Amounts per unit have six decimals.
    cell: ({ amount_per_unit }) => formatAmountPerUnit(amount_per_unit),
  },
  { label: 'Total', align: 'right', cell: ({ total }) => formatMoney(total) },
  { label: 'Holders', align: 'right', cell: ({ holders }) => formatCount(holders) },
  { label: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
  { label: 'Booked', isWide: true, cell: ({ created_at }) => <AdminDateTime instant={created_at} /> },
]

interface BookedDistributionsProps {
  /** The code of the series. */
  series: string
  opened: Remote<Distribution[]>
  showSuccess: (message: string) => void
}

/** The past distributions of a series. Each can be reversed once and stays in the list. */
export function DistributionHistory({ series, opened, showSuccess }: BookedDistributionsProps) {
  const [reversing, setReversing] = useState<Distribution>()
  const [paying, setPaying] = useState<WithheldPayment>()
  const heldBack: HistoryColumn<Distribution> = {
    label: 'Held back',
    cell: (distribution) => <Shares distribution={distribution} onPay={setPaying} />,
  }
  const status: HistoryColumn<Distribution> = {
    label: 'Status',
    cell: (distribution) => <Status distribution={distribution} onReverse={setReversing} />,
  }
  return (
    <Panel title="Booked distributions">
      <RemoteView
        view={opened}
        {...getLoadErrorProps('Failed to fetch distributions')}
        onRetry={distributionList.refresh}
        loading={<Skeleton className="m-4 h-24" />}
      >
        {(distributions) =>
          distributions.length === 0 ? (
            <EmptyState title="No distributions">Booked distributions appear here.</EmptyState>
          ) : (
            <RecordHistoryTable
              caption="Booked distributions"
              singularLabel="distribution"
              rows={distributions}
              rowKey={({ id }) => id}
              columns={[...columns, heldBack, status]}
            />
          )
        }
      </RemoteView>
      <WithheldPaymentDialog
        payment={paying}
        series={series}
        onClose={() => setPaying(undefined)}
        onSaved={async (message) => {
          await distributionList.refresh()
          showSuccess(message)
        }}
      />
      <ReverseDistributionDialog
        distribution={reversing}
        series={series}
        onClose={() => setReversing(undefined)}
        onSaved={async (message) => {
          await distributionList.refresh()
          showSuccess(message)
        }}
      />
    </Panel>
  )
}

interface SharesProps {
  distribution: Distribution
  onPay: (share: WithheldPayment) => void
}

/** The unpaid shares with their total; each can be paid once its hold is lifted. */
function Shares({ distribution, onPay }: SharesProps) {
  const mayPay = usePermissions()('money')
  const { held_back, held_back_total, reversal } = distribution
  if (held_back.length === 0) return 'None'
  return (
    <>
      <span className="num">{formatMoney(held_back_total)}</span>
      <ul>
        {held_back.map((share) => (
          <li key={share.user_id} className="text-[0.875rem] text-ink-2 wrap-anywhere">
            <Link to={{ search: getInvestorLocation(share.user_id) }}>
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
                Pay held-back amount <span className="visually-hidden"> of {share.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

interface StatusProps {
  distribution: Distribution
  onReverse: (distribution: Distribution) => void
}

/** Paid, with the option to reverse; or reversed, with day and reason. */
function Status({ distribution, onReverse }: StatusProps) {
  const { reversal, total, record_date } = distribution
  const mayReverse = usePermissions()('money')
  if (reversal) {
    return (
      <>
        <Badge tone="loss">Reversed</Badge>
        <span className="mt-1 block text-[0.875rem] text-ink-2">
          <AdminDateTime instant={reversal.at} />
        </span>
        <span className="block text-[0.875rem] text-ink-2 wrap-anywhere">{reversal.reason}</span>
      </>
    )
  }
  if (!mayReverse) return <Badge tone="gain">Paid</Badge>
  return (
    <Button look="quiet" small aria-haspopup="dialog" onClick={() => onReverse(distribution)}>
      Reverse
      <span className="visually-hidden">
        {' '}
        the distribution of {formatMoney(total)}, record date {formatCalendarDate(record_date)}
      </span>
    </Button>
  )
}
