import { useSyncExternalStore } from 'react'
import type { DeskFields } from '#contract/admin-desk'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Badge } from '#ui/Badge'
import { dueWords } from './due-words.ts'

const MINUTE = 60_000
const minuteNow = (): number => Math.floor(Date.now() / MINUTE) * MINUTE

function everyMinute(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, MINUTE / 2)
  return () => clearInterval(timer)
}

/** The time left until a target, or how long it is overdue; counts on its own. */
export function Due({ at, done }: { at: string | null; done?: boolean }) {
  const now = useSyncExternalStore(everyMinute, minuteNow, minuteNow)
  if (at === null) return <span className="text-ink-3">{done ? 'Done' : 'No target'}</span>
  const { text, tone } = dueWords(at, now)
  return tone === 'neutral' ? (
    <span className="num whitespace-nowrap">{text}</span>
  ) : (
    <Badge tone={tone}>{text}</Badge>
  )
}

/** A target in the facts of an item: kept, missed, or the time left. */
function Target({ due, keptAt }: { due: string; keptAt: string | null }) {
  if (keptAt === null) {
    return (
      <>
        <Due at={due} /> <span className="text-ink-3">by</span> <Moment instant={due} />
      </>
    )
  }
  return (
    <>
      <Badge tone={keptAt <= due ? 'gain' : 'loss'}>{keptAt <= due ? 'In time' : 'Late'}</Badge>{' '}
      <Moment instant={keptAt} />
    </>
  )
}

/** First answer and resolution of an item, for its facts; without a target there is no line. */
export const targetFacts = (item: DeskFields): [string, React.ReactNode][] => [
  [
    'Answer',
    item.first_answer_due ? (
      <Target key="answer" due={item.first_answer_due} keptAt={item.first_answered_at} />
    ) : (
      ''
    ),
  ],
  [
    'Resolution',
    item.resolution_due ? (
      <Target key="resolution" due={item.resolution_due} keptAt={item.resolved_at} />
    ) : (
      ''
    ),
  ],
]
