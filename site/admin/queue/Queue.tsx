import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import type { QueueKind } from '#contract/queue'
import { dataOf } from '#core/query/remote'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { QueueGroups } from './QueueGroups.tsx'
import { QueueOfKind } from './QueueOfKind.tsx'
import {
  $exactCounts,
  $queue,
  $queueKind,
  $queueOfKind,
  byUrgency,
  countWords,
  orderOf,
  type QueueCount,
  queueKindNames,
  refreshQueue,
} from './queue.ts'
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

/** What waits for the desk: the first of every kind, or all of one, each one click from where it is done. */
export function Queue() {
  const all = useStore($queue)
  const alone = useStore($queueOfKind)
  const kind = useStore($queueKind)
  useLiveRefetch(topics, refreshQueue)
  useEffect(() => () => $queueKind.set(undefined), [])
  const counts = dataOf(all)?.counts ?? []
  const one = dataOf(alone)
  const items = kind === undefined ? dataOf(all)?.items : one?.kind === kind ? one.items : undefined
  const view = kind === undefined ? all : alone
  return (
    <Panel
      title="What waits"
      note={kind === undefined ? 'Every kind, what is due first on top' : orderOf(kind).note}
      aside={<Kinds counts={counts} chosen={kind} />}
    >
      <RemoteFailure
        view={view}
        {...loadFailure('What waits could not be loaded.')}
        onRetry={() => void refreshQueue()}
      />
      {!items && view.status !== 'failed' && <Waiting />}
      {items?.length === 0 && (
        <EmptyState title="Nothing waits for you">
          What your role may decide appears here, such as requests, messages and failed mails.
        </EmptyState>
      )}
      {items && items.length > 0 && kind === undefined && <QueueGroups items={items} counts={counts} />}
      {items && items.length > 0 && kind !== undefined && (
        <QueueOfKind key={kind} kind={kind} items={items} count={counts.find((of) => of.kind === kind)} />
      )}
    </Panel>
  )
}

interface KindsProps {
  counts: readonly QueueCount[]
  chosen: QueueKind | undefined
}

function Kinds({ counts, chosen }: KindsProps) {
  // Those of the chosen kind may all be done: its filter stays until another is chosen.
  const listed = byUrgency(
    chosen && !counts.some(({ kind }) => kind === chosen)
      ? [...counts, { kind: chosen, count: 0, due_at: null }]
      : counts,
  )
  const exact = useStore($exactCounts)
  if (listed.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1">
      <legend className="visually-hidden">Kinds of what waits</legend>
      <Kind isChosen={chosen === undefined} onChoose={() => $queueKind.set(undefined)}>
        All
      </Kind>
      {listed.map((of) => (
        <Kind key={of.kind} isChosen={chosen === of.kind} onChoose={() => $queueKind.set(of.kind)}>
          {queueKindNames[of.kind][1]}
          <span className="num ml-2 text-[0.8125rem] text-ink-3">{countWords(of, exact)}</span>
        </Kind>
      ))}
    </fieldset>
  )
}

interface KindProps {
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Kind({ isChosen, onChoose, children }: KindProps) {
  return (
    <label className="filter-chip relative flex-none whitespace-nowrap">
      <input
        type="radio"
        className="visually-hidden"
        name="queue-kind"
        checked={isChosen}
        onChange={onChoose}
      />
      {children}
    </label>
  )
}

/** In place of the queue until the parts above it are known. */
export function QueuePlaceholder() {
  return (
    <Panel title="What waits" note="Every kind, what is due first on top">
      <Waiting />
    </Panel>
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
