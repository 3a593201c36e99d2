/** The support desk: what visitors wrote, and the team's replies. */

import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  callStatuses,
  chatAuthors,
  chatStatuses,
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
} from '#shared/enums/support'
import { AdminPagination, adm, csvFile, ListQuery } from './admin.ts'
import {
  Assigned,
  change,
  DeskNote,
  deskFields,
  Feedback,
  manyChanges,
  undoableChanges,
} from './admin-desk.ts'
import { get, post, put } from './endpoint.ts'
import { Id, Nullable, OneOf, Text, Timestamp } from './schema.ts'
import { ChatMessage } from './support.ts'

const common = {
  id: Id(),
  reference: Type.String({ examples: ['T-000123'] }),
  user_id: Nullable(Id(), { description: 'The investor who was signed in; null for a visitor' }),
  name: Type.String(),
  email: Type.String(),
  ...deskFields,
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

export const Ticket = Type.Object({
  ...common,
  subject: Type.String(),
  message: Type.String(),
  category: OneOf(ticketCategories),
  priority: OneOf(ticketPriorities),
  status: OneOf(ticketStatuses),
  reply_count: Type.Integer({ description: 'Replies of the team' }),
  last_author: OneOf(chatAuthors, { description: 'Who wrote last: `user` is the author of the ticket' }),
  last_message_at: Timestamp(),
  merged_into: Nullable(Type.Object({ id: Id(), reference: Type.String() }), {
    description: 'The ticket of the same person that continues this one',
  }),
})
export type Ticket = Static<typeof Ticket>

export const TicketReply = Type.Object({
  id: Id(),
  by: OneOf(chatAuthors, { description: '`agent` for a reply of the team, `user` for a follow-up' }),
  message: Type.String(),
  author: Type.String({
    description: 'Name of the administrator, empty when the account was deleted; or name on the ticket',
  }),
  mail: Type.Union([OneOf(['pending', 'sent', 'failed']), Type.Null()], {
    description: 'Whether its mail was sent; null for a follow-up, and when the mail is no longer stored',
  }),
  merged_from: Nullable(Type.String({ examples: ['T-000123'] }), {
    description: 'The reference of the ticket it was written on, which was merged into this one',
  }),
  created_at: Timestamp(),
})
export type TicketReply = Static<typeof TicketReply>

export const CallSchedule = Type.Object({
  ...common,
  phone: Type.String(),
  company: Type.String(),
  preferred_date: Type.String(),
  preferred_time: Type.String(),
  timezone: Type.String(),
  purpose: Type.String(),
  notes: Type.String(),
  status: OneOf(callStatuses),
})
export type CallSchedule = Static<typeof CallSchedule>

export const ChatSession = Type.Object({
  ...common,
  session_id: Type.String(),
  status: OneOf(chatStatuses),
  message: Type.String({ description: 'The last one' }),
  last_author: OneOf(chatAuthors),
  last_message_at: Timestamp(),
  message_count: Type.Integer(),
})
export type ChatSession = Static<typeof ChatSession>

const params = Type.Object({ id: Id() })
/** A conversation's session id; its number is taken as well. */
const chatParams = Type.Object({
  session_id: Type.String({ maxLength: 128, pattern: '^([1-9][0-9]{0,8}|chat-[0-9]+-[A-Za-z0-9_-]+)$' }),
})

/** A reply of the team, and the status it sets in the same step; without one the status is unchanged. */
const ReplyBody = <const S extends string>(statuses: readonly S[]) =>
  Type.Object({ message: Text(), status: Type.Optional(OneOf(statuses)) })

const Updated = Type.Object({ updated: Type.Integer() })

const listed = <const S extends string>(statuses: readonly S[]) => ({
  status: Type.Optional(OneOf(statuses)),
  assigned: Assigned(),
})

/** Whether mail is sent at all: without a mail server it is stored. */
const mail = { mail_configured: Type.Boolean() }

export const adminSupport = {
  tickets: get(adm('/support/tickets'), {
    summary: 'A page of tickets; search covers reference, name, email, subject and message',
    access: 'admin:read_desk',
    query: ListQuery(['-created_at', 'updated_at', 'name', 'subject', 'due'], listed(ticketStatuses)),
    response: Type.Object({ tickets: Type.Array(Ticket), pagination: AdminPagination }),
  }),
  exportTickets: get(
    adm('/support/tickets/export'),
    csvFile('admin:read_desk', 'The tickets, newest first,', listed(ticketStatuses)),
  ),
  ticket: get(adm('/support/tickets/:id'), {
    summary: 'A ticket with the newest 500 replies and follow-ups, oldest first',
    access: 'admin:read_desk',
    params,
    response: Type.Object({
      ticket: Ticket,
      replies: Type.Array(TicketReply),
      notes: Type.Array(DeskNote),
      feedback: Feedback,
      ...mail,
    }),
  }),
  setTicket: put(adm('/support/tickets/:id'), {
    summary: 'Sets the status of a ticket, which its author is mailed; assigns it; adds an internal note',
    access: 'admin:desk',
    params,
    body: change(ticketStatuses),
    response: Type.Object({ ticket: Ticket }),
    problems: ['not_found', 'stale_write', 'conflict'],
  }),
  mergeTicket: post(adm('/support/tickets/:id/merge'), {
    summary:
      'Moves the messages of a ticket to another one of the same person, who is told once. A done ticket opens again for one that is not',
    access: 'admin:desk',
    params,
    body: Type.Object({ into: Id() }),
    response: Type.Object({ ticket: Ticket }),
    problems: ['not_found', 'conflict'],
  }),
  setTickets: post(adm('/support/tickets/bulk'), {
    summary: 'Sets the status of up to 500 tickets, or assigns them, all of them or none',
    access: 'admin:desk',
    body: manyChanges(ticketStatuses),
    response: Updated,
    problems: ['not_found', 'conflict'],
  }),
  reply: post(adm('/support/tickets/:id/replies'), {
    summary: 'Replies to a ticket, by mail to its author, and may set its status in the same step',
    access: 'admin:desk',
    params,
    body: ReplyBody(ticketStatuses),
    status: 201,
    idempotent: true,
    response: Type.Object({ reply: TicketReply, ...mail }),
    problems: ['not_found'],
  }),
  calls: get(adm('/support/call-schedules'), {
    summary: 'A page of requests for a call; search covers reference, name, email, company and purpose',
    access: 'admin:read_desk',
    query: ListQuery(['-created_at', 'preferred_date', 'updated_at', 'name', 'due'], listed(callStatuses)),
    response: Type.Object({ call_schedules: Type.Array(CallSchedule), pagination: AdminPagination }),
  }),
  exportCalls: get(
    adm('/support/call-schedules/export'),
    csvFile('admin:read_desk', 'The requests for a call, newest first,', listed(callStatuses)),
  ),
  call: get(adm('/support/call-schedules/:id'), {
    summary: 'A request for a call',
    access: 'admin:read_desk',
    params,
    response: Type.Object({ call_schedule: CallSchedule, notes: Type.Array(DeskNote), ...mail }),
  }),
  setCall: put(adm('/support/call-schedules/:id'), {
    summary:
      'Sets the status of a request for a call, confirmed and cancelled by mail; assigns it; adds a note',
    access: 'admin:desk',
    params,
    body: change(callStatuses),
    response: Type.Object({ call_schedule: CallSchedule }),
    problems: ['not_found', 'stale_write'],
  }),
  setCalls: post(adm('/support/call-schedules/bulk'), {
    summary: 'Sets the status of up to 500 requests for a call, or assigns them, all of them or none',
    access: 'admin:desk',
    body: undoableChanges(
      callStatuses,
      'Takes back, within a minute, that requests of visitors are in progress: `status` is `pending`, and their times are as before',
    ),
    response: Updated,
    problems: ['not_found', 'conflict'],
  }),
  chats: get(adm('/support/chat-sessions'), {
    summary: 'A page of conversations; search covers reference, name, email and messages',
    access: 'admin:read_desk',
    query: ListQuery(['-last_message_at', 'created_at', 'name', 'due'], listed(chatStatuses)),
    response: Type.Object({ chat_sessions: Type.Array(ChatSession), pagination: AdminPagination }),
  }),
  exportChats: get(
    adm('/support/chat-sessions/export'),
    csvFile('admin:read_desk', 'The conversations, newest first,', listed(chatStatuses)),
  ),
  chat: get(adm('/support/chat-sessions/:session_id'), {
    summary: 'A conversation with its newest 500 messages, oldest first',
    access: 'admin:read_desk',
    params: chatParams,
    response: Type.Object({
      chat_session: ChatSession,
      messages: Type.Array(ChatMessage),
      notes: Type.Array(DeskNote),
      feedback: Feedback,
      ...mail,
    }),
  }),
  setChat: put(adm('/support/chat-sessions/:session_id'), {
    summary: 'Closes or reopens a conversation; assigns it; adds an internal note',
    access: 'admin:desk',
    params: chatParams,
    body: change(chatStatuses),
    response: Type.Object({ chat_session: ChatSession }),
    problems: ['not_found', 'stale_write'],
  }),
  setChats: post(adm('/support/chat-sessions/bulk'), {
    summary: 'Closes, reopens or assigns up to 500 conversations, all of them or none',
    access: 'admin:desk',
    body: undoableChanges(
      chatStatuses,
      'Takes back, within a minute, that conversations without an email are closed: `status` is `open`, and their targets are as before',
    ),
    response: Updated,
    problems: ['not_found', 'conflict'],
  }),
  replyToChat: post(adm('/support/chat-sessions/:session_id/messages'), {
    summary: 'Replies in a conversation and reopens it, unless the same call closes it',
    access: 'admin:desk',
    params: chatParams,
    body: ReplyBody(chatStatuses),
    status: 201,
    idempotent: true,
    response: Type.Object({ message: ChatMessage }),
    problems: ['not_found'],
  }),
}
