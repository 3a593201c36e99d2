import { type SQL, sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  callStatuses,
  callTimes,
  callTimezones,
  chatAuthors,
  chatStatuses,
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
} from '#shared/enums/support'
import { admins, users } from './accounts.ts'
import {
  alphabetical,
  createdAt,
  EMAIL,
  id,
  instant,
  LONG_TEXT,
  line,
  NAME,
  newestFirst,
  notBlank,
  oneOf,
  optionalLine,
  PHONE,
  SUBJECT,
  updatedAt,
} from './columns.ts'
import { outbox } from './operations.ts'

/** The reference that a visitor quotes, such as T-000123: six digits, or as many as the id has. */
const reference = (letter: 'T' | 'C' | 'L') =>
  text()
    .notNull()
    .generatedAlwaysAs(
      (): SQL => sql.raw(`'${letter}-' || lpad(id::text, greatest(6, length(id::text)), '0')`),
    )

/** The investor who was signed in when writing to us; the writing outlives the account. */
const author = () => integer().references(() => users.id, { onDelete: 'set null' })

export const supportTickets = pgTable(
  'support_tickets',
  {
    id: id(),
    reference: reference('T'),
    user_id: author(),
    name: line(NAME),
    email: line(EMAIL),
    subject: line(SUBJECT),
    message: line(LONG_TEXT),
    category: text({ enum: ticketCategories }).notNull().default('general'),
    priority: text({ enum: ticketPriorities }).notNull().default('medium'),
    status: text({ enum: ticketStatuses }).notNull().default('open'),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('support_tickets_reference_unique').on(t.reference),
    index('support_tickets_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('support_tickets_by_status').on(t.status, newestFirst(t.created_at), newestFirst(t.id)),
    index('support_tickets_of_user').on(t.user_id),
    // Further orders of the desk, which shows any number of rows page by page.
    index('support_tickets_by_change').on(t.updated_at, t.id),
    index('support_tickets_by_name').on(alphabetical(t.name), t.id),
    index('support_tickets_by_subject').on(alphabetical(t.subject), t.id),
    notBlank(t.name),
    notBlank(t.email),
    notBlank(t.subject),
    notBlank(t.message),
    oneOf(t.category, ticketCategories),
    oneOf(t.priority, ticketPriorities),
    oneOf(t.status, ticketStatuses),
  ],
)

/**
 * What was written about a ticket after its first message: the team's replies, each of which is also sent through the
 * outbox, and the follow-ups of the investor who opened it.
 */
export const ticketReplies = pgTable(
  'ticket_replies',
  {
    id: id(),
    ticket_id: integer()
      .notNull()
      .references(() => supportTickets.id, { onDelete: 'cascade' }),
    author: text({ enum: chatAuthors }).notNull().default('agent'),
    admin_id: integer().references(() => admins.id, { onDelete: 'set null' }),
    message: line(LONG_TEXT),
    /** The mail of a reply; null once that is deleted. */
    mail_id: integer().references(() => outbox.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (t) => [
    index('ticket_replies_of_ticket').on(t.ticket_id, t.id),
    index('ticket_replies_of_admin').on(t.admin_id),
    index('ticket_replies_of_mail').on(t.mail_id),
    notBlank(t.message),
    oneOf(t.author, chatAuthors),
    check(
      'ticket_replies_of_team_sent',
      sql`${t.author} = 'agent' or (${t.admin_id} is null and ${t.mail_id} is null)`,
    ),
  ],
)

export const callSchedules = pgTable(
  'call_schedules',
  {
    id: id(),
    reference: reference('C'),
    user_id: author(),
    name: line(NAME),
    email: line(EMAIL),
    phone: optionalLine(PHONE),
    company: optionalLine(SUBJECT),
    purpose: line(SUBJECT),
    preferred_date: date({ mode: 'string' }).notNull(),
    preferred_time: text({ enum: callTimes }).notNull(),
    timezone: text({ enum: callTimezones }).notNull().default('PST'),
    notes: optionalLine(LONG_TEXT),
    status: text({ enum: callStatuses }).notNull().default('pending'),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('call_schedules_reference_unique').on(t.reference),
    index('call_schedules_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('call_schedules_by_status').on(t.status, newestFirst(t.created_at), newestFirst(t.id)),
    index('call_schedules_of_user').on(t.user_id),
    index('call_schedules_by_change').on(t.updated_at, t.id),
    index('call_schedules_by_day').on(t.preferred_date, t.id),
    index('call_schedules_by_name').on(alphabetical(t.name), t.id),
    notBlank(t.name),
    notBlank(t.email),
    notBlank(t.purpose),
    oneOf(t.preferred_time, callTimes),
    oneOf(t.timezone, callTimezones),
    oneOf(t.status, callStatuses),
  ],
)

/** A conversation. Anyone who has `session_id`, 128 random bits, may read it. */
export const chatSessions = pgTable(
  'chat_sessions',
  {
    id: id(),
    reference: reference('L'),
    session_id: line(128),
    user_id: author(),
    name: line(NAME),
    email: optionalLine(EMAIL),
    status: text({ enum: chatStatuses }).notNull().default('open'),
    created_at: createdAt(),
    updated_at: updatedAt(),
    last_message_at: instant().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('chat_sessions_session_id_unique').on(t.session_id),
    uniqueIndex('chat_sessions_reference_unique').on(t.reference),
    index('chat_sessions_latest').on(newestFirst(t.last_message_at), newestFirst(t.id)),
    index('chat_sessions_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('chat_sessions_by_status').on(t.status, newestFirst(t.last_message_at), newestFirst(t.id)),
    index('chat_sessions_of_user').on(t.user_id),
    index('chat_sessions_by_name').on(alphabetical(t.name), t.id),
    notBlank(t.session_id),
    notBlank(t.name),
    oneOf(t.status, chatStatuses),
  ],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: id(),
    chat_session_id: integer()
      .notNull()
      .references(() => chatSessions.id, { onDelete: 'cascade' }),
    author: text({ enum: chatAuthors }).notNull(),
    admin_id: integer().references(() => admins.id, { onDelete: 'set null' }),
    message: line(LONG_TEXT),
    created_at: createdAt(),
  },
  (t) => [
    index('chat_messages_of_session').on(t.chat_session_id, t.id),
    index('chat_messages_of_admin').on(t.admin_id),
    notBlank(t.message),
    oneOf(t.author, chatAuthors),
  ],
)
