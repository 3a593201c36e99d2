import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { WorkQueueItem } from '#contract/desk/work-queue'
import { Button } from '#ui/Button'
import { WorkQueueRow } from './WorkQueueRow.tsx'
import {
  $exactCounts,
  $workQueueType,
  formatCountWithType,
  sortByUrgency,
  type WorkQueueCount,
  workQueueTypeLabels,
} from './work-queue-store.ts'

interface QueueGroupsProps {
  items: readonly WorkQueueItem[]
  counts: readonly WorkQueueCount[]
}

/** Every type with pending items and its first items; the type with the earliest due item comes first. */
export function WorkQueueGroups({ items, counts }: QueueGroupsProps) {
  return sortByUrgency(counts).map((of) => (
    <Group key={of.kind} group={of} items={items.filter(({ kind }) => kind === of.kind)} />
  ))
}

function Group({ group, items }: { group: WorkQueueCount; items: readonly WorkQueueItem[] }) {
  const titleId = useId()
  const exact = useStore($exactCounts)
  const [one, many] = workQueueTypeLabels[group.kind]
  const count = formatCountWithType(group, exact)
  return (
    <section aria-labelledby={titleId} className="border-line border-b last:border-b-0">
      <header className="flex min-h-12 items-center justify-between gap-4 bg-sunken px-[22px] py-1.5 max-sm:px-4">
        <h3 id={titleId} className="text-[0.9375rem] leading-snug font-medium">
          {group.count === 1 ? one : many}
          <span className="num ml-2 text-[0.8125rem] font-normal text-ink-2">{count}</span>
        </h3>
        {group.count > items.length && (
          <Button
            look="quiet"
            small
            aria-label={`All ${count} ${many.toLowerCase()}`}
            onClick={() => $workQueueType.set(group.kind)}
          >
            All {count}
          </Button>
        )}
      </header>
      <ul aria-labelledby={titleId}>
        {items.map((item) => (
          <WorkQueueRow key={`${item.id} ${item.link}`} item={item} />
        ))}
      </ul>
    </section>
  )
}
