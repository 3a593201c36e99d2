import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import {
  adminSupport,
  type CallSchedule,
  type ChatSession,
  callStatuses,
  chatStatuses,
  type Ticket,
  ticketStatuses,
} from '#contract/admin-support'
import { callAdmin } from '#core/admin-api'
import { formatCalendarDate } from '#core/format'
import { explainRefusal } from '#core/problems'
import { Moment } from '#site/admin/frame/Moment.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { FilterSelect } from '#site/admin/list/Filters.tsx'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { SearchBox } from '#site/admin/list/SearchBox.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { Button } from '#ui/Button'
import { callList, chatList, refreshDesk, ticketList } from './desk.ts'
import { StatusBadge, Who } from './parts.tsx'
import { statusFilter } from './words.ts'

export interface DeskListProps {
  /** Where an item is opened. */
  open: (id: string) => string
  tell: (message: string) => void
  /** An item is open beside it: there is room for the essential only. */
  compact: boolean
}

const essential = ['from', 'status']
const shownOf = <Row,>(columns: readonly Column<Row>[], compact: boolean) =>
  compact ? columns.filter(({ id }) => essential.includes(id)) : columns

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
  cell: (row) => <span className="num text-[0.875rem] whitespace-nowrap">{row.reference}</span>,
})

const email = <Row extends { email: string }>(): Column<Row> => ({
  id: 'email',
  label: 'Email',
  initiallyHidden: true,
  cell: (row) => <span className="wrap-anywhere">{row.email || <span className="text-ink-3">–</span>}</span>,
})

const ticketColumns: Column<Ticket>[] = [
  {
    id: 'from',
    label: 'From',
    sort: 'name',
    cell: (row) => (
      <Who
        name={row.name}
        about={row.subject}
        reference={row.reference}
        waitsSince={row.status === 'open' && row.reply_count === 0 ? row.created_at : undefined}
      />
    ),
  },
  reference(),
  { id: 'status', label: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
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
        name={row.company ? `${row.name}, ${row.company}` : row.name}
        about={row.purpose}
        reference={row.reference}
        waitsSince={row.status === 'pending' ? row.created_at : undefined}
      />
    ),
  },
  reference(),
  { id: 'status', label: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
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
        name={row.name}
        about={row.last_author === 'agent' ? `You: ${row.message}` : row.message}
        reference={row.reference}
        waitsSince={row.status === 'open' && row.last_author === 'user' ? row.last_message_at : undefined}
      />
    ),
  },
  reference(),
  { id: 'status', label: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
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

const filters = {
  tickets: statusFilter(ticketStatuses),
  calls: statusFilter(callStatuses),
  chats: statusFilter(chatStatuses),
}

function Open({ to, name }: { to: string; name: string }) {
  return (
    <Link
      className="button button-quiet button-small"
      to={{ search: to }}
      aria-label={`Open ${name}`}
      preventScrollReset
    >
      Open
    </Link>
  )
}

interface ManyProps {
  label: string
  busy: string
  run: () => Promise<{ updated: number }>
  /** What is said of how many. */
  done: (count: number) => string
  clear: () => void
  tell: (message: string) => void
}

/** Does one thing with all that are selected. */
function Many({ label, busy, run, done, clear, tell }: ManyProps): ReactNode {
  const [state, setState] = useState<'idle' | 'running' | { failed: string }>('idle')
  const start = async () => {
    setState('running')
    try {
      const { updated } = await run()
      setState('idle')
      clear()
      tell(done(updated))
    } catch (error) {
      setState({ failed: explainRefusal(error, 'Nothing was changed. Please try again.') })
    }
    refreshDesk()
  }
  return (
    <>
      <Button look="quiet" small busy={state === 'running' && busy} onClick={start}>
        {label}
      </Button>
      {typeof state === 'object' && (
        <p className="text-[0.875rem] text-loss" role="alert">
          {state.failed}
        </p>
      )}
    </>
  )
}

const countOf = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

export function TicketTable({ open, tell, compact }: DeskListProps) {
  const state = useList(ticketList)
  return (
    <ListTable
      state={state}
      caption="Tickets"
      columns={shownOf(ticketColumns, compact)}
      rowKey={({ id }) => id}
      rowName={(row) => row.reference}
      tools={
        <>
          <SearchBox state={state} placeholder="Search reference, name or text" />
          <FilterSelect state={state} name="status" label="Status" options={filters.tickets} />
        </>
      }
      actions={(row) => <Open to={open(String(row.id))} name={row.reference} />}
      bulk={(rows, clear) => (
        <Many
          label="Close selected"
          busy="Closing..."
          run={() => callAdmin(adminSupport.setTickets, { body: { ids: idsOf(rows), status: 'closed' } })}
          done={(count) => `${countOf(count, 'ticket', 'tickets')} closed.`}
          clear={clear}
          tell={tell}
        />
      )}
      empty={{ title: 'No tickets found', hint: 'What visitors ask on the support page appears here.' }}
      failure="Failed to fetch tickets"
    />
  )
}

export function CallTable({ open, tell, compact }: DeskListProps) {
  const state = useList(callList)
  return (
    <ListTable
      state={state}
      caption="Call requests"
      columns={shownOf(callColumns, compact)}
      rowKey={({ id }) => id}
      rowName={(row) => row.reference}
      tools={
        <>
          <SearchBox state={state} placeholder="Search reference, name or text" />
          <FilterSelect state={state} name="status" label="Status" options={filters.calls} />
        </>
      }
      actions={(row) => <Open to={open(String(row.id))} name={row.reference} />}
      bulk={(rows, clear) => (
        <Many
          label="Cancel selected"
          busy="Cancelling..."
          run={() => callAdmin(adminSupport.setCalls, { body: { ids: idsOf(rows), status: 'cancelled' } })}
          done={(count) => `${countOf(count, 'request', 'requests')} cancelled.`}
          clear={clear}
          tell={tell}
        />
      )}
      empty={{ title: 'No call requests found', hint: 'Calls that visitors ask for appear here.' }}
      failure="Failed to fetch call requests"
    />
  )
}

export function ChatTable({ open, tell, compact }: DeskListProps) {
  const state = useList(chatList)
  return (
    <ListTable
      state={state}
      caption="Chats"
      columns={shownOf(chatColumns, compact)}
      rowKey={({ id }) => id}
      rowName={(row) => row.reference}
      tools={
        <>
          <SearchBox state={state} placeholder="Search reference, name or text" />
          <FilterSelect state={state} name="status" label="Status" options={filters.chats} />
        </>
      }
      actions={(row) => <Open to={open(row.session_id)} name={row.reference} />}
      bulk={(rows, clear) => (
        <Many
          label="Close selected"
          busy="Closing..."
          run={() => callAdmin(adminSupport.setChats, { body: { ids: idsOf(rows), status: 'closed' } })}
          done={(count) => `${countOf(count, 'chat', 'chats')} closed.`}
          clear={clear}
          tell={tell}
        />
      )}
      empty={{ title: 'No chats found', hint: 'Conversations that visitors begin appear here.' }}
      failure="Failed to fetch chats"
    />
  )
}
