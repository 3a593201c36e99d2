import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminStats } from '#contract/admin-stats'
import { QUEUE_MAX, type QueueKind } from '#contract/queue'
import { formatCount } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { $stats } from '#site/admin/layout/stats.ts'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { useRemote } from '#site/admin/shared/use-remote.ts'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { QueueRow } from './QueueRow.tsx'
import { $queue, exactCount, queueKindNames, readQueueOf, refreshQueue } from './queue.ts'
import '#site/admin/list/list.css'

const topics = [
  'support',
  'subscriptions',
  'approvals',
  'verifications',
  'screening',
  'mails',
  'series',
  'register',
  'users',
  'portfolio',
] as const

/** Rows on screen until all are asked for. */
const SHORT = 8

/** What waits for the desk, oldest first: by kind, with age and target, each one click from where it is done. */
export function Queue() {
  const all = useStore($queue)
  useLiveRefetch(topics, refreshQueue)
  const [kind, setKind] = useState<QueueKind>()
  const [isLong, setLong] = useState(false)
  const counts = dataOf(all)?.counts ?? []
  // Older items of other kinds may fill the first response: those of one kind are then read on their own.
  const isCut = counts.reduce((sum, { count }) => sum + count, 0) > QUEUE_MAX
  const alone = useRemote(isCut ? kind : undefined, readQueueOf)
  const view = isCut && kind ? alone.view : all
  const items = dataOf(view)?.items.filter((item) => !kind || item.kind === kind)
  const shown = isLong ? items : items?.slice(0, SHORT)
  return (
    <Panel
      title="What waits"
      note="Oldest first"
      aside={<Kinds counts={counts} chosen={kind} onChoose={setKind} />}
    >
      <RemoteFailure
        view={view}
        {...loadFailure('What waits could not be loaded.')}
        onRetry={() => {
          void refreshQueue()
          alone.retry()
        }}
      />
      {!items && view.status === 'loading' && <Waiting />}
      {items?.length === 0 && (
        <EmptyState title="Nothing waits for you">
          What your role may decide appears here, such as requests, messages and failed mails.
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ul aria-label="What waits">
          {shown.map((item) => (
            <QueueRow key={`${item.kind} ${item.id} ${item.link}`} item={item} />
          ))}
        </ul>
      )}
      {items && items.length > SHORT && (
        <div className="border-line border-t px-[22px] py-3 max-sm:px-4">
          <Button look="quiet" small aria-expanded={isLong} onClick={() => setLong(!isLong)}>
            {isLong
              ? 'Show fewer'
              : `Show all ${items.length === QUEUE_MAX ? `${QUEUE_MAX} oldest` : items.length}`}
          </Button>
        </div>
      )}
    </Panel>
  )
}

interface KindsProps {
  counts: readonly { kind: QueueKind; count: number }[]
  chosen: QueueKind | undefined
  onChoose: (kind: QueueKind | undefined) => void
}

/** The queue itself counts no further than it shows. */
function countWords(kind: QueueKind, count: number, stats: AdminStats | undefined): string {
  if (count <= QUEUE_MAX) return String(count)
  const all = exactCount(kind, stats)
  return all !== undefined && all > QUEUE_MAX ? formatCount(all) : `${QUEUE_MAX}+`
}

function Kinds({ counts, chosen, onChoose }: KindsProps) {
  // Those of the chosen kind may all be done: its filter stays until another is chosen.
  const listed =
    chosen && !counts.some(({ kind }) => kind === chosen) ? [...counts, { kind: chosen, count: 0 }] : counts
  const stats = dataOf(useStore($stats))
  if (listed.length === 0) return null
  const options = [
    { value: undefined, label: 'All', count: undefined },
    ...listed.map(({ kind, count }) => ({
      value: kind,
      label: queueKindNames[kind][1],
      count: countWords(kind, count, stats),
    })),
  ]
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="visually-hidden">Kinds of what waits</legend>
      {options.map(({ value, label, count }) => (
        <label key={label} className="filter-chip">
          <input
            type="radio"
            className="visually-hidden"
            name="queue-kind"
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          {label}
          {count !== undefined && <span className="num ml-2 text-[0.8125rem] text-ink-3">{count}</span>}
        </label>
      ))}
    </fieldset>
  )
}

function Waiting() {
  return (
    <div role="status" className="grid gap-4 p-[22px] max-sm:p-4">
      <span className="visually-hidden">Loading what waits</span>
      {['max-w-[60%]', 'max-w-[45%]', 'max-w-[52%]'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}
