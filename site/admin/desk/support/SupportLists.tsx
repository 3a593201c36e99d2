import { adminSupport, type CallRequest, type Chat, type Ticket } from '#contract/desk/admin-support'
import { callAdminApi } from '#core/api/admin-api'
import { formatCalendarDate } from '#core/format/format'
import { callStatuses, chatStatuses, ticketStatuses } from '#shared/enums/support'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { DueTime } from '#site/admin/kit/due-time/DueTime.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { Email } from '#ui/Email'
import { ReferenceNumber } from '#ui/ReferenceNumber'
import { callRules, chatRules, ticketRules } from './bulk-change-preview.ts'
import { type SupportListConfig, SupportTable, type SupportTableProps } from './SupportTable.tsx'
import { addressOf, StatusBadge, WriterAndSubject } from './support-fields.tsx'
import { callList, chatList, ticketList } from './support-lists.ts'

const received = <Row extends { created_at: string }>(): Column<Row> => ({
  id: 'received',
  label: 'Received',
  sort: 'created_at',
  startsDescending: true,
  cell: ({ created_at }) => <AdminDateTime instant={created_at} />,
})

const reference = <Row extends { reference: string }>(): Column<Row> => ({
  id: 'reference',
  label: 'Reference',
  cell: (row) => <ReferenceNumber reference={row.reference} className="text-[0.875rem]" />,
})

const email = <Row extends { email: string; account_email: string | null }>(): Column<Row> => ({
  id: 'email',
  label: 'Email',
  initiallyHidden: true,
  cell: (row) =>
    addressOf(row) ? <Email address={addressOf(row)} /> : <span className="text-ink-3">–</span>,
})

const due = <Row extends { due: string | null; resolved_at: string | null }>(): Column<Row> => ({
  id: 'due',
  label: 'Due',
  sort: 'due',
  cell: (row) => <DueTime at={row.due} done={row.resolved_at !== null} />,
})

const assigned = <Row extends { assigned_name: string }>(): Column<Row> => ({
  id: 'assigned',
  label: 'Assignee',
  cell: ({ assigned_name }) =>
    assigned_name ? (
      <span className="wrap-anywhere">{assigned_name}</span>
    ) : (
      <span className="text-ink-3">Unassigned</span>
    ),
})

const ticketColumns: Column<Ticket>[] = [
  {
    id: 'from',
    label: 'From',
    sort: 'name',
    cell: (row) => (
      <WriterAndSubject
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

const callColumns: Column<CallRequest>[] = [
  {
    id: 'from',
    label: 'From',
    sort: 'name',
    cell: (row) => (
      <WriterAndSubject
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
    label: 'Preferred time',
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

const chatColumns: Column<Chat>[] = [
  {
    id: 'from',
    label: 'From',
    sort: 'name',
    cell: (row) => (
      <WriterAndSubject
        userId={row.user_id}
        name={row.name}
        about={row.last_author === 'agent' ? `Team: ${row.message}` : row.message}
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
    cell: ({ last_message_at }) => <AdminDateTime instant={last_message_at} />,
  },
]

const tickets: SupportListConfig<Ticket, (typeof ticketStatuses)[number]> = {
  list: ticketList,
  statuses: ticketStatuses,
  columns: ticketColumns,
  caption: 'Tickets',
  idOf: ({ id }) => String(id),
  rules: ticketRules,
  setMany: (body) => callAdminApi(adminSupport.updateTickets, { body }),
  empty: { title: 'No tickets found', hint: 'Tickets submitted on the support page appear here.' },
  failure: 'Failed to fetch tickets',
}

const calls: SupportListConfig<CallRequest, (typeof callStatuses)[number]> = {
  list: callList,
  statuses: callStatuses,
  columns: callColumns,
  caption: 'Call requests',
  idOf: ({ id }) => String(id),
  rules: callRules,
  setMany: (body) => callAdminApi(adminSupport.updateCallRequests, { body }),
  empty: { title: 'No call requests found', hint: 'Call requests from visitors appear here.' },
  failure: 'Failed to fetch call requests',
}

const chats: SupportListConfig<Chat, (typeof chatStatuses)[number]> = {
  list: chatList,
  statuses: chatStatuses,
  columns: chatColumns,
  caption: 'Chats',
  idOf: ({ session_id }) => session_id,
  rules: chatRules,
  setMany: (body) => callAdminApi(adminSupport.updateChats, { body }),
  empty: { title: 'No chats found', hint: 'Chats started by visitors appear here.' },
  failure: 'Failed to fetch chats',
}

export const TicketTable = (props: SupportTableProps) => <SupportTable desk={tickets} {...props} />
export const CallTable = (props: SupportTableProps) => <SupportTable desk={calls} {...props} />
export const ChatTable = (props: SupportTableProps) => <SupportTable desk={chats} {...props} />
