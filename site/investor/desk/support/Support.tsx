import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type {
  InvestorCallRequest,
  InvestorChat,
  InvestorSupportItems,
  InvestorTicket,
} from '#contract/desk/investor-support'
import { formatCalendarDate, formatCountOf } from '#core/format/format'
import { Page } from '#site/investor/kit/Page.tsx'
import { DayDate } from '#site/investor/kit/SiteDate.tsx'
import { useLatched } from '#site/ui/use-ever.ts'
import { Badge, type BadgeTone } from '#ui/Badge'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { ReferenceNumber } from '#ui/ReferenceNumber'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { ContactOptions } from './ContactOptions.tsx'
import { HelpLinks } from './HelpLinks.tsx'
import { InvestorContact } from './InvestorContact.tsx'
import { $mySupport, $opened, refreshMySupport, type ThreadReference } from './support-store.ts'
import { ThreadDialog } from './ThreadDialog.tsx'

/** The investor's messages to the team with the replies, and a way to write again. */
export function Support() {
  const view = useStore($mySupport)
  const isKnown = useLatched(view.status !== 'loading')
  return (
    <Page title="Support" lead="Your tickets, calls and chats" aside={<ContactOptions />}>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <RemoteView
            view={view}
            failure="Failed to load your tickets, calls and chats"
            onRetry={refreshMySupport}
            loading={<Loading />}
          >
            {(mine) => <Lists mine={mine} />}
          </RemoteView>
        </div>
        {/* On a phone, it follows the lists once their height is known. */}
        <div className={`grid min-w-0 gap-5 ${isKnown ? '' : 'max-lg:hidden'}`}>
          <InvestorContact>
            <HelpLinks />
          </InvestorContact>
        </div>
      </div>
      <ThreadDialog />
    </Page>
  )
}

function Lists({ mine: { tickets, calls, chats } }: { mine: InvestorSupportItems }) {
  if (tickets.length + calls.length + chats.length === 0) {
    return (
      <section className="panel" aria-label="Support">
        <EmptyState title="No support requests yet">
          <p>Tickets, calls and chats that you open while signed in appear here with their replies.</p>
        </EmptyState>
      </section>
    )
  }
  return (
    <div className="grid gap-5">
      {tickets.length > 0 && (
        <Panel title="Tickets">
          <List>{tickets.map(TicketRow)}</List>
        </Panel>
      )}
      {calls.length > 0 && (
        <Panel title="Calls">
          <List>{calls.map(CallRow)}</List>
        </Panel>
      )}
      {chats.length > 0 && (
        <Panel title="Chats">
          <List>{chats.map(ChatRow)}</List>
        </Panel>
      )}
    </div>
  )
}

const List = ({ children }: { children: ReactNode }) => <ul className="@container">{children}</ul>

interface RowProps {
  title: string
  reference: string
  /** Details after the reference. */
  children: ReactNode
  badge: ReactNode
  thread?: ThreadReference
}

function Row({ title, reference, children, badge, thread }: RowProps) {
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-2 border-line border-t px-[22px] py-4 first:border-t-0 max-sm:px-4 has-[button]:hover:bg-sunken @max-[16rem]:grid-cols-1 @max-[16rem]:justify-items-start">
      <div className="min-w-0">
        {thread ? (
          <button
            type="button"
            aria-haspopup="dialog"
            className="max-w-full cursor-pointer text-left font-medium wrap-anywhere after:absolute after:inset-0"
            onClick={() => $opened.set(thread)}
          >
            {title}
          </button>
        ) : (
          <p className="font-medium wrap-anywhere">{title}</p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-[0.8125rem] text-ink-2">
          <ReferenceNumber reference={reference} />
          {children}
        </p>
      </div>
      {badge}
    </li>
  )
}

const ticketStates: Record<InvestorTicket['status'], [BadgeTone, string]> = {
  open: ['info', 'Open'],
  in_progress: ['warn', 'In progress'],
  resolved: ['gain', 'Resolved'],
  closed: ['neutral', 'Closed'],
}

function TicketRow({ id, reference, subject, status, reply_count, created_at }: InvestorTicket) {
  const [tone, name] = ticketStates[status]
  return (
    <Row
      key={id}
      title={subject}
      reference={reference}
      badge={<Badge tone={tone}>{name}</Badge>}
      thread={{ kind: 'ticket', id, reference, title: subject }}
    >
      <span>
        opened <DayDate instant={created_at} />
      </span>
      <span>
        {reply_count === 0 ? 'no replies yet' : reply_count === 1 ? '1 reply' : `${reply_count} replies`}
      </span>
    </Row>
  )
}

const callStates: Record<InvestorCallRequest['status'], [BadgeTone, string]> = {
  pending: ['warn', 'Awaiting confirmation'],
  confirmed: ['gain', 'Confirmed'],
  in_progress: ['info', 'In progress'],
  cancelled: ['neutral', 'Cancelled'],
}

function CallRow({
  id,
  reference,
  purpose,
  preferred_date,
  preferred_time,
  timezone,
  status,
}: InvestorCallRequest) {
  const [tone, name] = callStates[status]
  return (
    <Row key={id} title={purpose} reference={reference} badge={<Badge tone={tone}>{name}</Badge>}>
      <span>
        {formatCalendarDate(preferred_date)}, {preferred_time} {timezone}
      </span>
    </Row>
  )
}

function ChatRow({ id, reference, last_message, message_count, last_message_at, status }: InvestorChat) {
  const title = last_message.length > 90 ? `${last_message.slice(0, 89)}…` : last_message
  return (
    <Row
      key={id}
      title={title}
      reference={reference}
      badge={
        <Badge tone={status === 'open' ? 'info' : 'neutral'}>{status === 'open' ? 'Open' : 'Closed'}</Badge>
      }
      thread={{ kind: 'chat', id, reference, title: 'Chat' }}
    >
      <span>
        last message <DayDate instant={last_message_at} />
      </span>
      <span>{formatCountOf(message_count, 'message')}</span>
    </Row>
  )
}

function Loading() {
  return (
    <Panel title="Tickets">
      <div
        role="status"
        aria-busy="true"
        aria-label="Loading your tickets, calls and chats"
        className="grid gap-6 px-[22px] py-5 max-sm:px-4"
      >
        {['w-2/5', 'w-1/3', 'w-1/2'].map((width) => (
          <div key={width} className="grid gap-2">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3.5 w-56" />
          </div>
        ))}
      </div>
    </Panel>
  )
}
