import { adminSupport, type CallSchedule, type ChatSession, type Ticket } from '#contract/admin-support'
import { callAdmin } from '#core/api/admin-api'
import { formatCalendarDate } from '#core/format/format'
import { callStatuses, chatStatuses, ticketStatuses } from '#shared/enums/support'
import type { Column } from '#site/admin/list/columns.ts'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Email } from '#ui/Email'
import { Reference } from '#ui/Reference'
import { callRules, chatRules, ticketRules } from './bulk-plans.ts'
import { type Desk, DeskTable, type DeskTableProps } from './DeskTable.tsx'
import { Due } from './Due.tsx'
import { callList, chatList, ticketList } from './desk.ts'
import { StatusBadge, Who } from './parts.tsx'

const received = <Row extends { created_at: string }>(): Column<Row> => ({
  id: 'received',
  label: 'Received',
  sort: 'created_at',
  startsDescending: true,
  cell: ({ created_at }) => <Moment instant={created_at} />,
})

const reference = <Row extends { reference: string }>(): Column<Row> => ({
  id: 'reference',
  label: 'Reference',
  cell: (row) => <Reference of={row.reference} className="text-[0.875rem]" />,
})

const email = <Row extends { email: string }>(): Column<Row> => ({
  id: 'email',
  label: 'Email',
  initiallyHidden: true,
  cell: (row) => (row.email ? <Email of={row.email} /> : <span className="text-ink-3">–</span>),
})

const due = <Row extends { due: string | null; resolved_at: string | null }>(): Column<Row> => ({
  id: 'due',
  label: 'Due',
  sort: 'due',
  cell: (row) => <Due at={row.due} done={row.resolved_at !== null} />,
})

const assigned = <Row extends { assigned_name: string }>(): Column<Row> => ({
  id: 'assigned',
  label: 'Assigned',
  cell: ({ assigned_name }) =>
    assigned_name ? (
      <span className="wrap-anywhere">{assigned_name}</span>
    ) : (
      <span className="text-ink-3">Nobody</span>
    ),
})

const ticketColumns: Column<Ticket>[] = [
  {
    id: 'from',
    label: 'From',
    sort: 'name',
    cell: (row) => (
      <Who
        userId={row.user_id}
        name={row.name}
        about={row.subject}
        reference={row.reference}
        waitsSince={row.status === 'open' && row.last_author === 'user' ? row.last_message_at : undefined}
      />
    ),
  },
  reference(),
  { id: 'status', label: 'Status', isKept: true, cell: ({ status }) => <StatusBadge status={status} /> },
  due(),
  assigned(),
  { id: 'priority', label: 'Priority', cell: ({ priority }) => priority },
  { id: 'category', label: 'Category', initiallyHidden: true, cell: ({ category }) => category },
  email(),
  received(),
]

const callColumns: Column<CallSchedule>[] = [
  {
    id: 'from',
    label: 'From',
    sort: 'name',
    cell: (row) => (
      <Who
        userId={row.user_id}
        name={row.company ? `${row.name}, ${row.company}` : row.name}
        about={row.purpose}
        reference={row.reference}
        waitsSince={row.status === 'pending' ? row.created_at : undefined}
      />
    ),
  },
  reference(),
  { id: 'status', label: 'Status', isKept: true, cell: ({ status }) => <StatusBadge status={status} /> },
  due(),
  assigned(),
  {
    id: 'wanted',
    label: 'Wanted',
    sort: 'preferred_date',
    cell: ({ preferred_date, preferred_time, timezone }) => (
      <>
        <span className="block whitespace-nowrap">{formatCalendarDate(preferred_date)}</span>
        <span className="num text-[0.8125rem] text-ink-3">
          {preferred_time} {timezone}
        </span>
      </>
    ),
  },
  email(),
  received(),
]

const chatColumns: Column<ChatSession>[] = [
  {
    id: 'from',
    label: 'From',
    sort: 'name',
    cell: (row) => (
      <Who
        userId={row.user_id}
        name={row.name}
        about={row.last_author === 'agent' ? `You: ${row.message}` : row.message}
        reference={row.reference}
        waitsSince={row.status === 'open' && row.last_author === 'user' ? row.last_message_at : undefined}
      />
    ),
  },
  reference(),
  { id: 'status', label: 'Status', isKept: true, cell: ({ status }) => <StatusBadge status={status} /> },
  due(),
  assigned(),
  { id: 'messages', label: 'Messages', align: 'right', cell: ({ message_count }) => message_count },
  email(),
  {
    id: 'last',
    label: 'Last message',
    sort: 'last_message_at',
    startsDescending: true,
    cell: ({ last_message_at }) => <Moment instant={last_message_at} />,
  },
]

const tickets: Desk<Ticket, (typeof ticketStatuses)[number]> = {
  list: ticketList,
  statuses: ticketStatuses,
  columns: ticketColumns,
  caption: 'Tickets',
  idOf: ({ id }) => String(id),
  rules: ticketRules,
  setMany: (body) => callAdmin(adminSupport.setTickets, { body }),
  empty: { title: 'No tickets found', hint: 'What visitors ask on the support page appears here.' },
  failure: 'Failed to fetch tickets',
}

const calls: Desk<CallSchedule, (typeof callStatuses)[number]> = {
  list: callList,
  statuses: callStatuses,
  columns: callColumns,
  caption: 'Call requests',
  idOf: ({ id }) => String(id),
  rules: callRules,
  setMany: (body) => callAdmin(adminSupport.setCalls, { body }),
  empty: { title: 'No call requests found', hint: 'Calls that visitors ask for appear here.' },
  failure: 'Failed to fetch call requests',
}

const chats: Desk<ChatSession, (typeof chatStatuses)[number]> = {
  list: chatList,
  statuses: chatStatuses,
  columns: chatColumns,
  caption: 'Chats',
  idOf: ({ session_id }) => session_id,
  rules: chatRules,
  setMany: (body) => callAdmin(adminSupport.setChats, { body }),
  empty: { title: 'No chats found', hint: 'Conversations that visitors begin appear here.' },
  failure: 'Failed to fetch chats',
}

export const TicketTable = (props: DeskTableProps) => <DeskTable desk={tickets} {...props} />
export const CallTable = (props: DeskTableProps) => <DeskTable desk={calls} {...props} />
export const ChatTable = (props: DeskTableProps) => <DeskTable desk={chats} {...props} />
