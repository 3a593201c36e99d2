import { Link } from 'react-router'
import type { InvestorOverview } from '#contract/admin-investor'
import { countOf } from '#core/format/format'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Due } from '#site/admin/support/Due.tsx'
import { statusTones, statusWords } from '#site/admin/support/labels.ts'
import { Badge } from '#ui/Badge'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'

/** What the desk still has to do for an investor: the newest open tickets, calls and chats. */
export function Desk({ of, email }: { of: InvestorOverview['desk']; email: string }) {
  const { tickets, calls, chats, newest } = of
  const more = tickets + calls + chats - newest.length
  const search = encodeURIComponent(email)
  return (
    <Panel
      title="Open at the desk"
      aside={
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-[0.875rem]">
          <Link to={{ search: `?d=support&search=${search}` }}>{countOf(tickets, 'ticket')}</Link>
          <Link to={{ search: `?d=support&tab=calls&search=${search}` }}>{countOf(calls, 'call')}</Link>
          <Link to={{ search: `?d=support&tab=chats&search=${search}` }}>{countOf(chats, 'chat')}</Link>
        </span>
      }
    >
      {newest.length === 0 ? (
        <EmptyState title="Nothing is open" />
      ) : (
        <ul aria-label="Open at the desk">
          {newest.map(({ kind, reference, title, status, due, created_at, link }) => (
            <li
              key={`${kind} ${reference}`}
              className="border-line border-b px-[22px] py-3 text-[0.9375rem] last:border-b-0 max-sm:px-4"
            >
              <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <Link className="num text-[0.875rem]" to={{ search: link }}>
                  {reference}
                </Link>
                <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>
              </span>
              <span className="mt-1 block wrap-anywhere">{title}</span>
              <span className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-[0.875rem] text-ink-2">
                <Moment instant={created_at} />
                <Due at={due} />
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
