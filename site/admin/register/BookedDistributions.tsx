import type { Distribution } from '#contract/admin-register'
import { formatCount, formatMoney } from '#core/format/format'
import type { Remote } from '#core/query/remote'
import { History, type HistoryColumn } from '#site/admin/series/History.tsx'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { distributionList } from './lists.ts'

const columns: readonly HistoryColumn<Distribution>[] = [
  { label: 'Record date', cell: ({ record_date }) => <AdminDate instant={record_date} /> },
  {
    label: 'Per unit',
    align: 'right',
    // An amount per unit has six decimals.
    cell: ({ amount_per_unit }) => `$${amount_per_unit}`,
  },
  { label: 'Total', align: 'right', cell: ({ total }) => formatMoney(total) },
  { label: 'Holders', align: 'right', cell: ({ holders }) => formatCount(holders) },
  { label: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
  { label: 'Booked', isWide: true, cell: ({ created_at }) => <Moment instant={created_at} /> },
]

/** The distributions of a series so far. */
export function BookedDistributions({ opened }: { opened: Remote<Distribution[]> }) {
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
              columns={columns}
            />
          )
        }
      </RemoteView>
    </Panel>
  )
}
