/** The support desk: visitors' messages and the team's replies. */

import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adminPath, csvExport, ListQuery } from '#contract/admin-endpoint'
import { get, post, put } from '#contract/endpoint'
import { Id, MultilineText, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import {
  callStatuses,
  chatAuthors,
  chatStatuses,
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
} from '#shared/enums/support'
import {
  AssigneeFilter,
  Feedback,
  SupportItemsUpdate,
  SupportItemUpdate,
  SupportNote,
  supportItemFields,
  UndoableSupportItemsUpdate,
} from './admin-support-items.ts'
import { ChatMessage } from './support.ts'

const common = {
  id: Id(),
  reference: Type.String({ examples: ['T-000123'] }),
  user_id: Nullable(Id(), { description: 'Signed-in investor; null for a visitor' }),
  name: Type.String(),
  email: Type.String({
    description: 'Address it was written from; emails to an account use `account_email`',
  }),
  account_email: Nullable(Type.String(), {
    description: 'Current email address of the account that wrote it; null for a visitor',
  }),
  ...supportItemFields,
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

export const Ticket = Type.Object({
  ...common,
  subject: Type.String(),
  message: Type.String(),
  category: StringEnum(ticketCategories),
  priority: StringEnum(ticketPriorities),
  status: StringEnum(ticketStatuses),
  reply_count: Type.Integer({ description: 'Number of team replies' }),
  last_author: StringEnum(chatAuthors, {
    description: 'Author of the last message; `user` is the author of the ticket',
  }),
  last_message_at: Timestamp(),
  merged_into: Nullable(Type.Object({ id: Id(), reference: Type.String() }), {
    description: 'Ticket this one was merged into',
  }),
})
export type Ticket = Static<typeof Ticket>

export const TicketReply = Type.Object({
  id: Id(),
  by: StringEnum(chatAuthors, { description: '`agent` for a team reply, `user` for a follow-up' }),
  message: Type.String(),
  author: Type.String({
    description: 'Name of the administrator (empty if deleted) or of the ticket author',
  }),
  mail: Type.Union([StringEnum(['pending', 'sent', 'failed']), Type.Null()], {
    description: 'Email status; null for a follow-up or if the email is no longer stored',
  }),
  merged_from: Nullable(Type.String({ examples: ['T-000123'] }), {
    description: 'Reference of the merged ticket it was originally posted to',
  }),
  created_at: Timestamp(),
})
export type TicketReply = Static<typeof TicketReply>

export const CallRequest = Type.Object({
  ...common,
  phone: Type.String(),
  company: Type.String(),
  preferred_date: Type.String(),
  preferred_time: Type.String(),
  timezone: Type.String(),
  purpose: Type.String(),
  notes: Type.String(),
  status: StringEnum(callStatuses),
})
export type CallRequest = Static<typeof CallRequest>

export const Chat = Type.Object({
  ...common,
  session_id: Type.String(),
  status: StringEnum(chatStatuses),
  message: Type.String({ description: 'Last message' }),
  last_author: StringEnum(chatAuthors),
  last_message_at: Timestamp(),
  message_count: Type.Integer(),
})
export type Chat = Static<typeof Chat>

const params = Type.Object({ id: Id() })
/** A conversation's session id; its number is accepted too. */
const chatParams = Type.Object({
  session_id: Type.String({ maxLength: 128, pattern: '^([1-9][0-9]{0,8}|chat-[0-9]+-[A-Za-z0-9_-]+)$' }),
})

/** A reply from the team and the status set in the same step; without a status it is unchanged. */
const ReplyBody = <const S extends string>(statuses: readonly S[]) =>
  Type.Object({ message: MultilineText(), status: Type.Optional(StringEnum(statuses)) })

const Updated = Type.Object({ updated: Type.Integer() })

const listed = <const S extends string>(statuses: readonly S[]) => ({
  status: Type.Optional(StringEnum(statuses)),
  assigned: AssigneeFilter(),
})

/** Whether email is sent at all: without a mail server it is only stored. */
const mail = { mail_configured: Type.Boolean() }

export const adminSupport = {
  listTickets: get(adminPath('/support/tickets'), {
    summary: 'List tickets; search covers reference, name, email, subject and message',
    access: 'admin:read_desk',
    query: ListQuery(['-created_at', 'updated_at', 'name', 'subject', 'due'], listed(ticketStatuses)),
    response: Type.Object({ tickets: Type.Array(Ticket), pagination: AdminPagination }),
  }),
  exportTickets: get(
    adminPath('/support/tickets/export'),
    csvExport('admin:read_desk', 'The tickets, newest first,', listed(ticketStatuses)),
  ),
  getTicket: get(adminPath('/support/tickets/:id'), {
    summary: 'Retrieve a ticket with its latest 500 replies and follow-ups, oldest first',
    access: 'admin:read_desk',
    params,
    response: Type.Object({
      ticket: Ticket,
      replies: Type.Array(TicketReply),
      notes: Type.Array(SupportNote),
      feedback: Feedback,
      ...mail,
    }),
  }),
  updateTicket: put(adminPath('/support/tickets/:id'), {
    summary: 'Set the status of a ticket (author is emailed), assign it or add an internal note',
    access: 'admin:desk',
    params,
    body: SupportItemUpdate(ticketStatuses),
    response: Type.Object({ ticket: Ticket }),
    problems: ['not_found', 'stale_write', 'conflict'],
  }),
  mergeTicket: post(adminPath('/support/tickets/:id/merge'), {
    summary:
      'Merge a ticket into another from the same person, who is notified once. A resolved ticket is reopened if the merged one is open',
    access: 'admin:desk',
    params,
    body: Type.Object({ into: Id() }),
    response: Type.Object({ ticket: Ticket }),
    problems: ['not_found', 'conflict'],
  }),
  updateTickets: post(adminPath('/support/tickets/bulk'), {
    summary: 'Set the status of or assign up to 500 tickets, all or none',
    access: 'admin:desk',
    body: SupportItemsUpdate(ticketStatuses),
    response: Updated,
    problems: ['not_found', 'conflict'],
  }),
  replyToTicket: post(adminPath('/support/tickets/:id/replies'), {
    summary: 'Reply to a ticket by email and optionally set its status',
    access: 'admin:desk',
    params,
    body: ReplyBody(ticketStatuses),
    status: 201,
    idempotent: true,
    response: Type.Object({ reply: TicketReply, ...mail }),
    problems: ['not_found'],
  }),
  listCallRequests: get(adminPath('/support/call-schedules'), {
    summary: 'List call requests; search covers reference, name, email, company and purpose',
    access: 'admin:read_desk',
    query: ListQuery(['-created_at', 'preferred_date', 'updated_at', 'name', 'due'], listed(callStatuses)),
    response: Type.Object({ call_schedules: Type.Array(CallRequest), pagination: AdminPagination }),
  }),
  exportCallRequests: get(
    adminPath('/support/call-schedules/export'),
    csvExport('admin:read_desk', 'Call requests, newest first,', listed(callStatuses)),
  ),
  getCallRequest: get(adminPath('/support/call-schedules/:id'), {
    summary: 'Retrieve a call request',
    access: 'admin:read_desk',
    params,
    response: Type.Object({ call_schedule: CallRequest, notes: Type.Array(SupportNote), ...mail }),
  }),
  updateCallRequest: put(adminPath('/support/call-schedules/:id'), {
    summary:
      'Set the status of a call request (confirmed and cancelled are emailed), assign it or add a note',
    access: 'admin:desk',
    params,
    body: SupportItemUpdate(callStatuses),
    response: Type.Object({ call_schedule: CallRequest }),
    problems: ['not_found', 'stale_write'],
  }),
  updateCallRequests: post(adminPath('/support/call-schedules/bulk'), {
    summary: 'Set the status of or assign up to 500 call requests, all or none',
    access: 'admin:desk',
    body: UndoableSupportItemsUpdate(
      callStatuses,
      'Undo, within one minute, setting visitor call requests to in progress: `status` returns to `pending` and their timestamps are restored',
    ),
    response: Updated,
    problems: ['not_found', 'conflict'],
  }),
  listChats: get(adminPath('/support/chat-sessions'), {
    summary: 'List chats; search covers reference, name, email and messages',
    access: 'admin:read_desk',
    query: ListQuery(['-last_message_at', 'created_at', 'name', 'due'], listed(chatStatuses)),
    response: Type.Object({ chat_sessions: Type.Array(Chat), pagination: AdminPagination }),
  }),
  exportChats: get(
    adminPath('/support/chat-sessions/export'),
    csvExport('admin:read_desk', 'Chats, newest first,', listed(chatStatuses)),
  ),
  getChat: get(adminPath('/support/chat-sessions/:session_id'), {
    summary: 'Retrieve a chat with its latest 500 messages, oldest first',
    access: 'admin:read_desk',
    params: chatParams,
    response: Type.Object({
      chat_session: Chat,
      messages: Type.Array(ChatMessage),
      notes: Type.Array(SupportNote),
      feedback: Feedback,
      ...mail,
    }),
  }),
  updateChat: put(adminPath('/support/chat-sessions/:session_id'), {
    summary: 'Close or reopen a chat, assign it or add an internal note',
    access: 'admin:desk',
    params: chatParams,
    body: SupportItemUpdate(chatStatuses),
    response: Type.Object({ chat_session: Chat }),
    problems: ['not_found', 'stale_write'],
  }),
  updateChats: post(adminPath('/support/chat-sessions/bulk'), {
    summary: 'Close, reopen or assign up to 500 chats, all or none',
    access: 'admin:desk',
    body: UndoableSupportItemsUpdate(
      chatStatuses,
      'Undo, within one minute, closing chats without an email: `status` returns to `open` and their targets are restored',
    ),
    response: Updated,
    problems: ['not_found', 'conflict'],
  }),
  replyToChat: post(adminPath('/support/chat-sessions/:session_id/messages'), {
    summary: 'Reply in a chat and reopen it, unless the same call closes it',
    access: 'admin:desk',
    params: chatParams,
    body: ReplyBody(chatStatuses),
    status: 201,
    idempotent: true,
    response: Type.Object({ message: ChatMessage }),
    problems: ['not_found'],
  }),
}
