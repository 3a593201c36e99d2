import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { WORK_QUEUE_ITEMS_MAX, type WorkQueueItem, type WorkQueueType } from '#contract/desk/work-queue'
import { Button } from '#ui/Button'
import { WorkQueueRow } from './WorkQueueRow.tsx'
import {
  $exactCounts,
  formatCountWithType,
  getSortDescription,
  type WorkQueueCount,
  workQueueTypeLabels,
} from './work-queue-store.ts'

/** Number of rows shown until all are requested. */
const SHORT = 8

interface QueueOfKindProps {
  kind: WorkQueueType
  items: readonly WorkQueueItem[]
  count: WorkQueueCount | undefined
}

/** Pending items of one type, in order, up to the server's limit, which is stated. */
export function WorkQueueByType({ kind, items, count }: QueueOfKindProps) {
  const [isLong, setLong] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The "All 12" button that led here is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [])
  const exact = useStore($exactCounts)
  const isCut = count !== undefined && count.count > WORK_QUEUE_ITEMS_MAX
  const { first } = getSortDescription(kind)
  const total = isCut ? formatCountWithType(count, exact) : String(items.length)
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={workQueueTypeLabels[kind][1]}>
        {(isLong ? items : items.slice(0, SHORT)).map((item) => (
          <WorkQueueRow key={`${item.id} ${item.link}`} item={item} />
        ))}
      </ul>
      {items.length > SHORT && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-[22px] py-3 max-sm:px-4">
          <Button look="quiet" small aria-expanded={isLong} onClick={() => setLong(!isLong)}>
            {isLong
              ? 'Show fewer'
              : isCut
                ? `Show the ${WORK_QUEUE_ITEMS_MAX} ${first} of ${total}`
                : `Show all ${total}`}
          </Button>
          {isLong && isCut && (
            <p className="text-[0.875rem] leading-snug text-ink-2">
              Showing the {WORK_QUEUE_ITEMS_MAX} {first} of {total}. More appear as these are completed.
            </p>
          )}
        </div>
      )}
    </>
  )
}
