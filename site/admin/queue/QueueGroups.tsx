import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { QueueItem } from '#contract/queue'
import { Button } from '#ui/Button'
import { QueueRow } from './QueueRow.tsx'
import { $exactCounts, $queueKind, byUrgency, countWords, type QueueCount, queueKindNames } from './queue.ts'

interface QueueGroupsProps {
  items: readonly QueueItem[]
  counts: readonly QueueCount[]
}

/** Every kind that waits with its first items: first the kind of which something is due first. */
export function QueueGroups({ items, counts }: QueueGroupsProps) {
  return byUrgency(counts).map((of) => (
    <Group key={of.kind} of={of} items={items.filter(({ kind }) => kind === of.kind)} />
  ))
}

function Group({ of, items }: { of: QueueCount; items: readonly QueueItem[] }) {
  const titleId = useId()
  const exact = useStore($exactCounts)
  const [one, many] = queueKindNames[of.kind]
  const count = countWords(of, exact)
  return (
    <section aria-labelledby={titleId} className="border-line border-b last:border-b-0">
      <header className="flex min-h-12 items-center justify-between gap-4 bg-sunken px-[22px] py-1.5 max-sm:px-4">
        <h3 id={titleId} className="text-[0.9375rem] leading-snug font-medium">
          {of.count === 1 ? one : many}
          <span className="num ml-2 text-[0.8125rem] font-normal text-ink-2">{count}</span>
        </h3>
        {of.count > items.length && (
          <Button
            look="quiet"
            small
            aria-label={`All ${count} ${many.toLowerCase()}`}
            onClick={() => $queueKind.set(of.kind)}
          >
            All {count}
          </Button>
        )}
      </header>
      <ul aria-labelledby={titleId}>
        {items.map((item) => (
          <QueueRow key={`${item.id} ${item.link}`} item={item} />
        ))}
      </ul>
    </section>
  )
}
