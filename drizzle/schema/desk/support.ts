import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  collateAlphabetically,
  createdAt,
  EMAIL_LENGTH,
  id,
  isNotBlankCheck,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  NAME_LENGTH,
  newestFirst,
  optionalText,
  PHONE_LENGTH,
  requiredText,
  SUBJECT_LENGTH,
  timestampColumn,
  updatedAt,
} from '#db/schema/column-types'
import { admins, users } from '#db/schema/identity/accounts'
import { outbox } from '#db/schema/messaging/outbox'
import {
  callStatuses,
  callTimes,
  callTimeZones,
  chatAuthors,
  chatStatuses,
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
} from '#shared/enums/support'

/** The reference quoted by a visitor, such as T-000123: six digits, or as many as the id has. */
const reference = (letter: 'T' | 'C' | 'L') =>
  text()
    .notNull()
    .generatedAlwaysAs(
      (): SQL => sql.raw(`'${letter}-' || lpad(id::text, greatest(6, length(id::text)), '0')`),
    )

/** The investor who was signed in when writing to us; the message outlives the account. */
const author = () => integer().references(() => users.id, { onDelete: 'set null' })

/** Assignee, promised times and actual times; see `api/modules/desk/support/response-targets.ts`. */
const desk = () => ({
  assigned_to: integer().references(() => admins.id, { onDelete: 'set null' }),
  /** The team's first response. */
  first_answered_at: timestampColumn(),
  /** Since when nothing is left to do. */
  resolved_at: timestampColumn(),
  /** Targets for first response and resolution, set on arrival. Null for none. */
  first_answer_due: timestampColumn(),
  resolution_due: timestampColumn(),
  /** The next open target. */
  due: timestampColumn().generatedAlwaysAs(
    (): SQL =>
      sql.raw(
        'case when resolved_at is not null then null when first_answered_at is null then least(first_answer_due, resolution_due) else resolution_due end',
      ),
  ),
})

export const supportTickets = pgTable(
  'support_tickets',
  {
    id: id(),
    reference: reference('T'),
    user_id: author(),
    name: requiredText(NAME_LENGTH),
    email: requiredText(EMAIL_LENGTH),
    subject: requiredText(SUBJECT_LENGTH),
    message: requiredText(LONG_TEXT_LENGTH),
    category: text({ enum: ticketCategories }).notNull().default('general'),
    priority: text({ enum: ticketPriorities }).notNull().default('medium'),
    status: text({ enum: ticketStatuses }).notNull().default('open'),
    ...desk(),
    /** The same person's ticket that continues this one. */
    merged_into: integer().references((): AnyPgColumn => supportTickets.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('support_tickets_reference_unique').on(t.reference),
    index('support_tickets_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('support_tickets_by_status').on(t.status, newestFirst(t.created_at), newestFirst(t.id)),
    index('support_tickets_of_user').on(t.user_id),
    // Further sort orders of the desk, which pages through any number of rows.
    index('support_tickets_by_change').on(t.updated_at, t.id),
    index('support_tickets_by_name').on(collateAlphabetically(t.name), t.id),
    index('support_tickets_by_subject').on(collateAlphabetically(t.subject), t.id),
    index('support_tickets_by_due').on(t.due, t.id),
    index('support_tickets_assigned').on(t.assigned_to),
    index('support_tickets_merged').on(t.merged_into),
    isNotBlankCheck(t.name),
    isNotBlankCheck(t.email),
    isNotBlankCheck(t.subject),
    isNotBlankCheck(t.message),
    isOneOfCheck(t.category, ticketCategories),
    isOneOfCheck(t.priority, ticketPriorities),
    isOneOfCheck(t.status, ticketStatuses),
  ],
)

/**
 * Later messages of a ticket: the team's replies, each also sent through the outbox, and the follow-ups of the investor
 * who opened it.
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
    message: requiredText(LONG_TEXT_LENGTH),
    /** The email of a reply; null once it is deleted. */
    mail_id: integer().references(() => outbox.id, { onDelete: 'set null' }),
    /** The ticket it was written on before that was merged into this one. */
    merged_from: integer().references(() => supportTickets.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (t) => [
    index('ticket_replies_of_ticket').on(t.ticket_id, t.created_at, t.id),
    index('ticket_replies_of_admin').on(t.admin_id),
    index('ticket_replies_of_mail').on(t.mail_id),
    index('ticket_replies_merged').on(t.merged_from),
    isNotBlankCheck(t.message),
    isOneOfCheck(t.author, chatAuthors),
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
    name: requiredText(NAME_LENGTH),
    email: requiredText(EMAIL_LENGTH),
    phone: optionalText(PHONE_LENGTH),
    company: optionalText(SUBJECT_LENGTH),
    purpose: requiredText(SUBJECT_LENGTH),
    preferred_date: date({ mode: 'string' }).notNull(),
    preferred_time: text({ enum: callTimes }).notNull(),
    timezone: text({ enum: callTimeZones }).notNull().default('PST'),
    notes: optionalText(LONG_TEXT_LENGTH),
    status: text({ enum: callStatuses }).notNull().default('pending'),
    ...desk(),
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
    index('call_schedules_by_name').on(collateAlphabetically(t.name), t.id),
    index('call_schedules_by_due').on(t.due, t.id),
    index('call_schedules_assigned').on(t.assigned_to),
    isNotBlankCheck(t.name),
    isNotBlankCheck(t.email),
    isNotBlankCheck(t.purpose),
    isOneOfCheck(t.preferred_time, callTimes),
    isOneOfCheck(t.timezone, callTimeZones),
    isOneOfCheck(t.status, callStatuses),
  ],
)

/** A chat. Anyone who has `session_id`, 128 random bits, may read it. */
export const chatSessions = pgTable(
  'chat_sessions',
  {
    id: id(),
    reference: reference('L'),
    session_id: requiredText(128),
    user_id: author(),
    name: requiredText(NAME_LENGTH),
    email: optionalText(EMAIL_LENGTH),
    status: text({ enum: chatStatuses }).notNull().default('open'),
    ...desk(),
    created_at: createdAt(),
    updated_at: updatedAt(),
    last_message_at: timestampColumn().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('chat_sessions_session_id_unique').on(t.session_id),
    uniqueIndex('chat_sessions_reference_unique').on(t.reference),
    index('chat_sessions_latest').on(newestFirst(t.last_message_at), newestFirst(t.id)),
    index('chat_sessions_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('chat_sessions_by_status').on(t.status, newestFirst(t.last_message_at), newestFirst(t.id)),
    index('chat_sessions_of_user').on(t.user_id),
    index('chat_sessions_by_name').on(collateAlphabetically(t.name), t.id),
    index('chat_sessions_by_due').on(t.due, t.id),
    index('chat_sessions_assigned').on(t.assigned_to),
    isNotBlankCheck(t.session_id),
    isNotBlankCheck(t.name),
    isOneOfCheck(t.status, chatStatuses),
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
    message: requiredText(LONG_TEXT_LENGTH),
    created_at: createdAt(),
  },
  (t) => [
    index('chat_messages_of_session').on(t.chat_session_id, t.id),
    index('chat_messages_of_admin').on(t.admin_id),
    isNotBlankCheck(t.message),
    isOneOfCheck(t.author, chatAuthors),
  ],
)

/** The one desk item that a row concerns. */
const subject = () => ({
  ticket_id: integer().references(() => supportTickets.id, { onDelete: 'cascade' }),
  call_id: integer().references(() => callSchedules.id, { onDelete: 'cascade' }),
  chat_id: integer().references(() => chatSessions.id, { onDelete: 'cascade' }),
})

/** The team's internal notes: never sent, and in no export to an investor. */
export const deskNotes = pgTable(
  'desk_notes',
  {
    id: id(),
    ...subject(),
    admin_id: integer().references(() => admins.id, { onDelete: 'set null' }),
    text: requiredText(LONG_TEXT_LENGTH),
    created_at: createdAt(),
  },
  (t) => [
    index('desk_notes_of_ticket').on(t.ticket_id, t.id),
    index('desk_notes_of_call').on(t.call_id, t.id),
    index('desk_notes_of_chat').on(t.chat_id, t.id),
    index('desk_notes_of_admin').on(t.admin_id),
    isNotBlankCheck(t.text),
    check('desk_notes_of_one', sql`num_nonnulls(${t.ticket_id}, ${t.call_id}, ${t.chat_id}) = 1`),
  ],
)

/** Canned replies, with placeholders that are filled on insertion. */
export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: id(),
    title: requiredText(NAME_LENGTH),
    text: requiredText(LONG_TEXT_LENGTH),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('canned_replies_title_unique').on(sql`lower(${t.title})`),
    isNotBlankCheck(t.title),
    isNotBlankCheck(t.text),
  ],
)

/** The satisfaction survey after closing: one per ticket and chat, answered once through its link. */
export const feedbackRequests = pgTable(
  'feedback_requests',
  {
    id: id(),
    ticket_id: integer().references(() => supportTickets.id, { onDelete: 'cascade' }),
    chat_id: integer().references(() => chatSessions.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the link. */
    token_hash: text().notNull(),
    expires_at: timestampColumn().notNull(),
    score: smallint(),
    text: optionalText(LONG_TEXT_LENGTH),
    answered_at: timestampColumn(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('feedback_requests_token_unique').on(t.token_hash),
    uniqueIndex('feedback_requests_of_ticket').on(t.ticket_id),
    uniqueIndex('feedback_requests_of_chat').on(t.chat_id),
    index('feedback_requests_answered').on(t.answered_at),
    check('feedback_requests_of_one', sql`num_nonnulls(${t.ticket_id}, ${t.chat_id}) = 1`),
    check('feedback_requests_score', sql`${t.score} between 1 and 5`),
    check('feedback_requests_answered_once', sql`(${t.score} is null) = (${t.answered_at} is null)`),
  ],
)
