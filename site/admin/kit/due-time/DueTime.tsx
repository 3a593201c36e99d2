import { useSyncExternalStore } from 'react'
import type { SupportItemFields } from '#contract/desk/admin-support-items'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { Badge } from '#ui/Badge'
import { formatDueTime } from './format-due-time.ts'

const MINUTE = 60_000
const minuteNow = (): number => Math.floor(Date.now() / MINUTE) * MINUTE

function everyMinute(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, MINUTE / 2)
  return () => clearInterval(timer)
}

interface DueTimeProps {
  at: string | null
  done?: boolean
  /** In a narrow column the text may break. */
  wraps?: boolean
}

/** The time left until a target, or how long it is overdue; updates by itself. */
export function DueTime({ at, done, wraps = false }: DueTimeProps) {
  const now = useSyncExternalStore(everyMinute, minuteNow, minuteNow)
  if (at === null) return <span className="text-ink-3">{done ? 'Done' : 'No target'}</span>
  const { text, tone } = formatDueTime(at, now)
  return tone === 'neutral' ? (
    <span className={`num ${wraps ? '' : 'whitespace-nowrap'}`}>{text}</span>
  ) : (
    <Badge tone={tone}>{text}</Badge>
  )
}

/** A target in an item's details: met, missed, or the time left. */
function Target({ due, keptAt }: { due: string; keptAt: string | null }) {
  if (keptAt === null) {
    return (
      <>
        <DueTime at={due} wraps /> <span className="text-ink-3">by</span> <AdminDateTime instant={due} />
      </>
    )
  }
  return (
    <>
      <Badge tone={keptAt <= due ? 'gain' : 'loss'}>{keptAt <= due ? 'On time' : 'Late'}</Badge>{' '}
      <AdminDateTime instant={keptAt} />
    </>
  )
}

/** First response and resolution in an item's details; omitted without a target. */
export const listTargetFacts = (item: SupportItemFields): [string, React.ReactNode][] => [
  [
    'First response',
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
