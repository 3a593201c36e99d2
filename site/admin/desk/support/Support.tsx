import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatCountOf } from '#core/format/format'
import { getData } from '#core/query/remote'
import { SplitView } from '#site/admin/kit/detail/SplitView.tsx'
import { useSelectedItem } from '#site/admin/kit/detail/use-selected-item.ts'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { $pendingCountsBySection } from '#site/admin/kit/layout/stats-store.ts'
import { parseTab, type Tab, tabs } from '#site/admin/kit/support-labels.ts'
import { useToast } from '#site/admin/kit/toasts/use-toast.ts'
import { supportToasts } from './apply-changes.ts'
import { CallRequestDetail } from './CallRequestDetail.tsx'
import { CannedReplies } from './CannedReplies.tsx'
import { ChatDetail } from './ChatDetail.tsx'
import { CallTable, ChatTable, TicketTable } from './SupportLists.tsx'
import { $satisfaction } from './support-agents.ts'
import { subscribeToSupportEvents } from './support-lists.ts'
import { TicketDetail } from './TicketDetail.tsx'

const tables = { tickets: TicketTable, calls: CallTable, chats: ChatTable }

/** Visitor messages and team replies: a list, with the selected item beside it. */
export function Support() {
  const [address] = useSearchParams()
  const tab = parseTab(address.get('tab'))
  const { item, addressOf, back } = useSelectedItem()
  const notice = useToast(supportToasts)
  const { succeed, warn } = supportToasts
  useEffect(subscribeToSupportEvents, [])
  const Table = tab === 'prepared' ? undefined : tables[tab]

  return (
    <SectionPage title="Support Management" lead={<Lead />} outcome={notice}>
      <Tabs current={tab} />
      <SplitView
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
            <TicketDetail id={item} backUrl={back} showSuccess={succeed} warn={warn} />
          ) : item && tab === 'calls' ? (
            <CallRequestDetail id={item} backUrl={back} />
          ) : (
            item && tab === 'chats' && <ChatDetail id={item} backUrl={back} />
          )
        }
      />
    </SectionPage>
  )
}

/** The purpose of the section, and the satisfaction rating. */
function Lead() {
  const known = getData(useStore($satisfaction))
  return (
    // On a phone, as tall as it will be once everything is loaded.
    <span className="block max-sm:min-h-[4.8em]">
      Tickets, call requests and chats
      {known &&
        (known.average === null
          ? '; no satisfaction ratings yet'
          : `; satisfaction ${known.average} out of 5 (${formatCountOf(known.answers, 'rating')} in ${known.period_days} days)`)}
    </span>
  )
}

function Tabs({ current }: { current: Tab }) {
  const waiting = useStore($pendingCountsBySection)
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
              <span className="visually-hidden"> pending</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
