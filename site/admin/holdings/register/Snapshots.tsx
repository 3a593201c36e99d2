import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { adminProof, MANUAL_SNAPSHOTS_PER_DAY_MAX } from '#contract/holdings/admin-proof'
import type { SnapshotListItem } from '#contract/holdings/proof'
import { callAdminApi } from '#core/api/admin-api'
import { type HistoryColumn, RecordHistoryTable } from '#site/admin/catalog/series/RecordHistoryTable.tsx'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { refreshStats } from '#site/admin/kit/layout/stats-store.ts'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { RequirePermission } from '#site/admin/kit/use-permissions.tsx'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import {
  $snapshots,
  mergeSnapshotAttempts,
  refreshSnapshots,
  type SnapshotAttempt,
} from './snapshot-attempts.ts'
import { useSnapshotPolling } from './use-snapshot-polling.ts'

const columns: readonly HistoryColumn<SnapshotAttempt>[] = [
  {
    label: 'Snapshot',
    cell: ({ made, failed }) =>
      made ? (
        <a className="whitespace-nowrap" href={`/proof/${made.id}`}>
          {made.id}
        </a>
      ) : (
        <span className="whitespace-nowrap text-ink-2">{failed?.day}</span>
      ),
  },
  { label: 'Status', cell: (attempt) => <State attempt={attempt} /> },
  {
    label: 'Time',
    // No snapshot was attempted on a missed day.
    cell: ({ at, failed }) => (failed?.code === 'missed' ? '–' : <AdminDateTime instant={at} />),
  },
  {
    label: 'Hash or failure reason',
    cell: ({ made, failed }) =>
      made ? (
        <span className="num text-[0.8125rem] text-ink-2 wrap-anywhere">{made.hash}</span>
      ) : (
        <span className="wrap-anywhere">{failed?.reason}</span>
      ),
  },
]

function State({ attempt: { made, failed } }: { attempt: SnapshotAttempt }) {
  if (made) return <Badge tone="gain">Published</Badge>
  return failed?.is_final ? <Badge tone="loss">Missing</Badge> : <Badge tone="warn">Failed</Badge>
}

/** The snapshots of all registers combined, on which proofs are based, and the button to take another one. */
export function Snapshots({ showSuccess }: { showSuccess: (message: string) => void }) {
  const view = useStore($snapshots)
  const [isAsking, setAsking] = useState(false)
  const made = useRef<SnapshotListItem | null>(null)
  const finish = async ({ id }: SnapshotListItem) => {
    await Promise.all([refreshSnapshots(), refreshStats()])
    showSuccess(`Snapshot ${id} published.`)
  }
  const { state, wait } = useSnapshotPolling(finish)
  return (
    <Panel
      title="Snapshots"
      note="Signed and published copies of all registers, taken daily at 00:05 UTC"
      aside={
        <RequirePermission permission="money">
          <Button
            look="quiet"
            aria-haspopup="dialog"
            busy={state === 'waiting' && 'Taking snapshot...'}
            onClick={() => setAsking(true)}
          >
            Take snapshot
          </Button>
        </RequirePermission>
      }
    >
      {state && (
        <div className="p-4 pb-0">
          {state === 'waiting' && (
            <Banner kind="warning">
              Taking the snapshot. This can take up to a minute; it will then appear in the list.
            </Banner>
          )}
          {state === 'failed' && (
            <Banner kind="error">The snapshot failed. See the list for the reason.</Banner>
          )}
          {state === 'late' && (
            <Banner kind="error">
              The snapshot is not listed yet. If it does not appear, contact your system administrator.
            </Banner>
          )}
        </div>
      )}
      <RemoteView
        view={view}
        {...getLoadErrorProps('Failed to fetch snapshots')}
        onRetry={refreshSnapshots}
        loading={<Skeleton className="m-4 h-24" />}
      >
        {(list) => {
          const attempts = mergeSnapshotAttempts(list)
          return attempts.length === 0 ? (
            <EmptyState title="No snapshots yet">The daily snapshot is taken at 00:05 UTC.</EmptyState>
          ) : (
            <RecordHistoryTable
              caption="Snapshots"
              singularLabel="line"
              rows={attempts}
              rowKey={({ number }) => number}
              columns={columns}
            />
          )
        }}
      </RemoteView>
      <ConfirmDialog
        target={isAsking || undefined}
        onClose={() => setAsking(false)}
        title="Take snapshot"
        action="Take snapshot"
        busy="Taking..."
        look="primary"
        run={async () => {
          made.current = (await callAdminApi(adminProof.takeSnapshot)).snapshot
        }}
        onDone={() => (made.current ? finish(made.current) : wait())}
        onOutdated={() => Promise.all([refreshSnapshots(), refreshStats()])}
        failure="Failed to take snapshot"
      >
        {() => (
          <>
            The current units in issue and units in custody of all series will be signed and published.
            Snapshots cannot be edited or deleted. Investor proofs are based on the latest snapshot. Up to{' '}
            {MANUAL_SNAPSHOTS_PER_DAY_MAX} manual snapshots can be taken per day; a missing daily snapshot is
            taken first.
          </>
        )}
      </ConfirmDialog>
    </Panel>
  )
}
