import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { QUEUE_MAX, type QueueItem, type QueueKind } from '#contract/queue'
import { Button } from '#ui/Button'
import { QueueRow } from './QueueRow.tsx'
import { $exactCounts, countWords, orderOf, type QueueCount, queueKindNames } from './queue.ts'

/** Rows on screen until all are asked for. */
const SHORT = 8

interface QueueOfKindProps {
  kind: QueueKind
  items: readonly QueueItem[]
  count: QueueCount | undefined
}

/** What waits of one kind, in its order: not more than the server sends, which is said. */
export function QueueOfKind({ kind, items, count }: QueueOfKindProps) {
  const [isLong, setLong] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The button "All 12" that led here is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [])
  const exact = useStore($exactCounts)
  const isCut = count !== undefined && count.count > QUEUE_MAX
  const { first } = orderOf(kind)
  const total = isCut ? countWords(count, exact) : String(items.length)
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={queueKindNames[kind][1]}>
        {(isLong ? items : items.slice(0, SHORT)).map((item) => (
          <QueueRow key={`${item.id} ${item.link}`} item={item} />
        ))}
      </ul>
      {items.length > SHORT && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-[22px] py-3 max-sm:px-4">
          <Button look="quiet" small aria-expanded={isLong} onClick={() => setLong(!isLong)}>
            {isLong
              ? 'Show fewer'
              : isCut
                ? `Show the ${QUEUE_MAX} ${first} of ${total}`
                : `Show all ${total}`}
          </Button>
          {isLong && isCut && (
            <p className="text-[0.875rem] leading-snug text-ink-2">
              These are the {QUEUE_MAX} {first} of {total}. The others follow as these are done.
            </p>
          )}
        </div>
      )}
    </>
  )
}
