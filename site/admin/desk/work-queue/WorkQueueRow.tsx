import { Link } from 'react-router'
import type { WorkQueueItem } from '#contract/desk/work-queue'
import { formatDuration, formatTimeLeft } from '#core/format/duration'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { getSecondsUntilDue, workQueueTypeLabels } from './work-queue-store.ts'

/** One item: its type, the person concerned, how long it has been pending, and when it is due. */
export function WorkQueueRow({ item }: { item: WorkQueueItem }) {
  const { kind, title, user, age_s, link } = item
  // A verification is identified by its investor alone.
  const isTitled = title !== workQueueTypeLabels[kind][0]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_11.5rem_4.5rem] items-center gap-x-4 gap-y-1 border-line border-b px-[22px] py-2.5 last:border-b-0 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:px-4">
      <span className="min-w-0">
        {isTitled && <span className="block leading-snug wrap-anywhere">{title}</span>}
        {user && (
          <span
            className={`block leading-snug wrap-anywhere ${isTitled ? 'text-[0.875rem] text-ink-2' : ''}`}
          >
            {user.id === null ? (
              user.name
            ) : (
              <Link to={{ search: getInvestorLocation(user.id) }}>{user.name}</Link>
            )}
          </span>
        )}
      </span>
      <span className="text-[0.875rem] leading-snug max-sm:order-1 max-sm:col-span-full">
        <span className="block text-ink-2 max-sm:inline">
          {age_s < 60 ? 'Just now' : `Pending for ${formatDuration(age_s)}`}
        </span>
        {item.due_at !== null && <span className="hidden text-ink-3 max-sm:inline"> · </span>}
        <Target item={item} />
      </span>
      <span className="text-right">
        {link && (
          <Link
            className="button button-quiet button-small whitespace-nowrap"
            to={{ search: link }}
            aria-label={`Open ${title}${user ? `, ${user.name}` : ''}`}
          >
            Open
          </Link>
        )}
      </span>
    </li>
  )
}

function Target({ item }: { item: WorkQueueItem }) {
  const left = getSecondsUntilDue(item, Date.now())
  if (left === undefined) return null
  return left < 0 ? (
    <span className="block text-loss max-sm:inline">Overdue by {formatDuration(-left)}</span>
  ) : (
    <span className="block text-ink-3 max-sm:inline">Due in {formatTimeLeft(left)}</span>
  )
}
