import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { countOf } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { BesideItem } from '#site/admin/detail/BesideItem.tsx'
import { useItem } from '#site/admin/detail/use-item.ts'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { $waiting } from '#site/admin/layout/stats.ts'
import { useToast } from '#site/admin/toast/use-toast.ts'
import { $satisfaction } from './agents.ts'
import { CallDetail } from './CallDetail.tsx'
import { CannedReplies } from './CannedReplies.tsx'
import { ChatDetail } from './ChatDetail.tsx'
import { deskOutcome } from './changes.ts'
import { CallTable, ChatTable, TicketTable } from './DeskLists.tsx'
import { subscribeToDesk } from './desk.ts'
import { readTab, type Tab, tabs } from './labels.ts'
import { TicketDetail } from './TicketDetail.tsx'

const tables = { tickets: TicketTable, calls: CallTable, chats: ChatTable }

/** The messages of visitors and the team's replies: a list, and one item beside it. */
export function Support() {
  const [address] = useSearchParams()
  const tab = readTab(address.get('tab'))
  const { item, addressOf, back } = useItem()
  const notice = useToast(deskOutcome)
  const { succeed, warn } = deskOutcome
  useEffect(subscribeToDesk, [])
  const Table = tab === 'prepared' ? undefined : tables[tab]

  return (
    <SectionPage title="Support Management" lead={<Lead />} outcome={notice}>
      <Tabs current={tab} />
      <BesideItem
        width={32}
        list={
          Table ? (
            <Table key={tab} open={addressOf} compact={item !== null} />
          ) : (
            <CannedReplies showSuccess={succeed} />
          )
        }
        item={
          item && tab === 'tickets' ? (
            <TicketDetail id={item} back={back} showSuccess={succeed} warn={warn} />
          ) : item && tab === 'calls' ? (
            <CallDetail id={item} back={back} />
          ) : (
            item && tab === 'chats' && <ChatDetail id={item} back={back} />
          )
        }
      />
    </SectionPage>
  )
}

/** What the section is, and how satisfied writers were. */
function Lead() {
  const known = dataOf(useStore($satisfaction))
  return (
    // As high on a phone as with what is known later.
    <span className="block max-sm:min-h-[4.8em]">
      Tickets, call requests and chats of visitors
      {known &&
        (known.average === null
          ? '; nobody has said yet how satisfied they were'
          : `; satisfaction ${known.average} of 5, from ${countOf(known.answers, 'answer')} in ${known.period_days} days`)}
    </span>
  )
}

function Tabs({ current }: { current: Tab }) {
  const waiting = useStore($waiting)
  return (
    <nav aria-label="Support" className="flex flex-wrap gap-2">
      {tabs.map(({ value, label }) => (
        <Link
          key={value}
          className={`inline-flex min-h-11 items-center gap-2.5 rounded border px-4 no-underline ${
            value === current ? 'border-ink bg-surface font-medium text-ink' : 'border-line-strong text-ink-2'
          }`}
          aria-current={value === current ? 'page' : undefined}
          to={{ search: value === 'tickets' ? '?d=support' : `?d=support&tab=${value}` }}
        >
          {label}
          {(waiting[value] ?? 0) > 0 && (
            <span className="num rounded-[2px] border border-line-strong px-1.5 text-[0.75rem]">
              {waiting[value]}
              <span className="visually-hidden"> waiting</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
