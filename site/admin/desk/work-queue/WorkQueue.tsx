import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import type { WorkQueueType } from '#contract/desk/work-queue'
import { getData } from '#core/query/remote'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { WorkQueueByType } from './WorkQueueByType.tsx'
import { WorkQueueGroups } from './WorkQueueGroups.tsx'
import {
  $exactCounts,
  $workQueue,
  $workQueueByType,
  $workQueueType,
  formatCountWithType,
  getSortDescription,
  refreshWorkQueue,
  sortByUrgency,
  type WorkQueueCount,
  workQueueTypeLabels,
} from './work-queue-store.ts'
import '#site/admin/kit/list/list.css'

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

/** Pending work: the first items of every type, or all of one, each one click away from where it is done. */
export function WorkQueue() {
  const all = useStore($workQueue)
  const alone = useStore($workQueueByType)
  const kind = useStore($workQueueType)
  useRefetchOnEvents(topics, refreshWorkQueue)
  useEffect(() => () => $workQueueType.set(undefined), [])
  const counts = getData(all)?.counts ?? []
  const one = getData(alone)
  const items = kind === undefined ? getData(all)?.items : one?.kind === kind ? one.items : undefined
  const view = kind === undefined ? all : alone
  return (
    <Panel
      title="Needs attention"
      note={kind === undefined ? 'All types, earliest due first' : getSortDescription(kind).note}
      aside={<Kinds counts={counts} chosen={kind} />}
    >
      <RemoteError
        view={view}
        {...getLoadErrorProps('The work queue could not be loaded.')}
        onRetry={() => void refreshWorkQueue()}
      />
      {!items && view.status !== 'failed' && <Waiting />}
      {items?.length === 0 && (
        <EmptyState title="Nothing needs attention">
          Items for your role appear here, such as requests, messages and failed emails.
        </EmptyState>
      )}
      {items && items.length > 0 && kind === undefined && <WorkQueueGroups items={items} counts={counts} />}
      {items && items.length > 0 && kind !== undefined && (
        <WorkQueueByType key={kind} kind={kind} items={items} count={counts.find((of) => of.kind === kind)} />
      )}
    </Panel>
  )
}

interface KindsProps {
  counts: readonly WorkQueueCount[]
  chosen: WorkQueueType | undefined
}

function Kinds({ counts, chosen }: KindsProps) {
  // All items of the selected type may be done; its filter stays until another is selected.
  const listed = sortByUrgency(
    chosen && !counts.some(({ kind }) => kind === chosen)
      ? [...counts, { kind: chosen, count: 0, due_at: null }]
      : counts,
  )
  const exact = useStore($exactCounts)
  if (listed.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1">
      <legend className="visually-hidden">Work queue item types</legend>
      <Kind isChosen={chosen === undefined} onChoose={() => $workQueueType.set(undefined)}>
        All
      </Kind>
      {listed.map((of) => (
        <Kind key={of.kind} isChosen={chosen === of.kind} onChoose={() => $workQueueType.set(of.kind)}>
          {workQueueTypeLabels[of.kind][1]}
          <span className="num ml-2 text-[0.8125rem] text-ink-3">{formatCountWithType(of, exact)}</span>
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

/** Shown in place of the queue until the parts above it are known. */
export function QueuePlaceholder() {
  return (
    <Panel title="Needs attention" note="All types, earliest due first">
      <Waiting />
    </Panel>
  )
}

function Waiting() {
  return (
    <div role="status" className="grid gap-4 p-[22px] max-sm:p-4">
      <span className="visually-hidden">Loading work queue</span>
      {['max-w-[60%]', 'max-w-[45%]', 'max-w-[52%]'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}
