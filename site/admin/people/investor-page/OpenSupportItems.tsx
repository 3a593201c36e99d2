import { Link } from 'react-router'
import type { InvestorOverview } from '#contract/people/admin-investor'
import { formatCountOf } from '#core/format/format'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { DueTime } from '#site/admin/kit/due-time/DueTime.tsx'
import { statusTones, supportStatusLabels } from '#site/admin/kit/support-labels.ts'
import { Badge } from '#ui/Badge'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'

/** An investor's open support items: the newest open tickets, calls and chats. */
export function OpenSupportItems({ items, email }: { items: InvestorOverview['desk']; email: string }) {
  const { tickets, calls, chats, newest } = items
  const more = tickets + calls + chats - newest.length
  const search = encodeURIComponent(email)
  return (
    <Panel
      title="Open support items"
      aside={
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-[0.875rem]">
          <Link to={{ search: `?d=support&search=${search}` }}>{formatCountOf(tickets, 'ticket')}</Link>
          <Link to={{ search: `?d=support&tab=calls&search=${search}` }}>{formatCountOf(calls, 'call')}</Link>
          <Link to={{ search: `?d=support&tab=chats&search=${search}` }}>{formatCountOf(chats, 'chat')}</Link>
        </span>
      }
    >
      {newest.length === 0 ? (
        <EmptyState title="No open support items" />
      ) : (
        <ul aria-label="Open support items">
          {newest.map(({ kind, reference, title, status, due, created_at, link }) => (
            <li
              key={`${kind} ${reference}`}
              className="border-line border-b px-[22px] py-3 text-[0.9375rem] last:border-b-0 max-sm:px-4"
            >
              <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <Link className="num text-[0.875rem]" to={{ search: link }}>
                  {reference}
                </Link>
                <Badge tone={statusTones[status]}>{supportStatusLabels[status]}</Badge>
              </span>
              <span className="mt-1 block wrap-anywhere">{title}</span>
              <span className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-[0.875rem] text-ink-2">
                <AdminDateTime instant={created_at} />
                <DueTime at={due} />
              </span>
            </li>
          ))}
          {more > 0 && (
            <li className="px-[22px] py-3 text-[0.875rem] text-ink-2 max-sm:px-4">And {more} more</li>
          )}
        </ul>
      )}
    </Panel>
  )
}
