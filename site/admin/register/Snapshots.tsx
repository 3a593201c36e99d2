import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { adminProof, MOST_SNAPSHOTS_ON_COMMAND } from '#contract/admin-proof'
import type { ListedSnapshot } from '#contract/proof'
import { callAdmin } from '#core/api/admin-api'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { refreshStats } from '#site/admin/layout/stats.ts'
import { History, type HistoryColumn } from '#site/admin/series/History.tsx'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { May } from '#site/admin/shared/may.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { $snapshots, listAttempts, refreshSnapshots, type SnapshotAttempt } from './snapshots.ts'
import { useUnderway } from './use-underway.ts'

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
  { label: 'State', cell: (attempt) => <State of={attempt} /> },
  {
    label: 'Time',
    // Nothing was tried on a missed day.
    cell: ({ at, failed }) => (failed?.code === 'missed' ? '–' : <Moment instant={at} />),
  },
  {
    label: 'Hash, or why there is none',
    cell: ({ made, failed }) =>
      made ? (
        <span className="num text-[0.8125rem] text-ink-2 wrap-anywhere">{made.hash}</span>
      ) : (
        <span className="wrap-anywhere">{failed?.reason}</span>
      ),
  },
]

function State({ of: { made, failed } }: { of: SnapshotAttempt }) {
  if (made) return <Badge tone="gain">Published</Badge>
  return failed?.is_final ? <Badge tone="loss">Missing</Badge> : <Badge tone="warn">Not made</Badge>
}

/** The snapshots that the proof is made of, of all registers together, and the button for one more. */
export function Snapshots({ showSuccess }: { showSuccess: (message: string) => void }) {
  const view = useStore($snapshots)
  const [isAsking, setAsking] = useState(false)
  const made = useRef<ListedSnapshot | null>(null)
  const finish = async ({ id }: ListedSnapshot) => {
    await Promise.all([refreshSnapshots(), refreshStats()])
    showSuccess(`Snapshot ${id} is published.`)
  }
  const { state, wait } = useUnderway(finish)
  return (
    <Panel
      title="Snapshots"
      note="All registers of one moment, signed and published; one a day at 00:05 UTC"
      aside={
        <May permission="money">
          <Button
            look="quiet"
            aria-haspopup="dialog"
            busy={state === 'waiting' && 'Making the snapshot...'}
            onClick={() => setAsking(true)}
          >
            Make a snapshot
          </Button>
        </May>
      }
    >
      {state && (
        <div className="p-4 pb-0">
          {state === 'waiting' && (
            <Banner kind="warning">
              The snapshot is being made. With many holders this takes up to a minute; it is listed here then.
            </Banner>
          )}
          {state === 'failed' && <Banner kind="error">No snapshot was made. The list says why.</Banner>}
          {state === 'late' && (
            <Banner kind="error">
              The snapshot is not listed yet. If it does not appear, the log of the server says why.
            </Banner>
          )}
        </div>
      )}
      <RemoteView
        view={view}
        {...loadFailure('Failed to fetch the snapshots')}
        onRetry={refreshSnapshots}
        loading={<Skeleton className="m-4 h-24" />}
      >
        {(list) => {
          const attempts = listAttempts(list)
          return attempts.length === 0 ? (
            <EmptyState title="No snapshot yet">The first one of a day is made at 00:05 UTC.</EmptyState>
          ) : (
            <History
              caption="Snapshots"
              one="line"
              rows={attempts}
              rowKey={({ number }) => number}
              columns={columns}
            />
          )
        }}
      </RemoteView>
      <ConfirmDialog
        of={isAsking || undefined}
        onClose={() => setAsking(false)}
        title="Make a snapshot"
        action="Make snapshot"
        busy="Making..."
        look="primary"
        run={async () => {
          made.current = (await callAdmin(adminProof.makeSnapshot)).snapshot
        }}
        onDone={() => (made.current ? finish(made.current) : wait())}
        onOutdated={() => Promise.all([refreshSnapshots(), refreshStats()])}
        failure="Failed to make the snapshot"
      >
        {() => (
          <>
            This signs and publishes the units in issue and the units held of all series as they are now. A
            snapshot can be neither changed nor removed. The proofs of investors are of the newest snapshot.
            At most {MOST_SNAPSHOTS_ON_COMMAND} a day are made on command; where the one of the day is
            missing, it is made first.
          </>
        )}
      </ConfirmDialog>
    </Panel>
  )
}
