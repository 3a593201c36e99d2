/** What a signed-in investor sent to the team, and the replies. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, post } from '#contract/endpoint'
import { CalendarDate, Id, MultilineText, StringEnum, Timestamp } from '#contract/schema-builders'
import {
  callStatuses,
  callTimes,
  chatStatuses,
  ticketCategories,
  ticketStatuses,
} from '#shared/enums/support'
import { ChatMessage } from './support.ts'

/** Maximum entries of each type in the list, newest first. */
export const SUPPORT_ITEMS_MAX = 50

const MyTicket = Type.Object({
  id: Id(),
  reference: Type.String({ examples: ['T-000123'] }),
  subject: Type.String(),
  category: StringEnum(ticketCategories),
  status: StringEnum(ticketStatuses),
  reply_count: Type.Integer({ description: 'Number of team replies' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type InvestorTicket = Static<typeof MyTicket>

const MyCall = Type.Object({
  id: Id(),
  reference: Type.String({ examples: ['C-000123'] }),
  purpose: Type.String(),
  preferred_date: CalendarDate(),
  preferred_time: StringEnum(callTimes),
  timezone: Type.String({ examples: ['PST'] }),
  status: StringEnum(callStatuses),
  created_at: Timestamp(),
})
export type InvestorCallRequest = Static<typeof MyCall>

const MyChat = Type.Object({
  id: Id(),
  reference: Type.String({ examples: ['L-000123'] }),
  status: StringEnum(chatStatuses),
  last_message: Type.String(),
  message_count: Type.Integer(),
  created_at: Timestamp(),
  last_message_at: Timestamp(),
})
export type InvestorChat = Static<typeof MyChat>

const MySupport = Type.Object({
  tickets: Type.Array(MyTicket, { maxItems: SUPPORT_ITEMS_MAX }),
  calls: Type.Array(MyCall, { maxItems: SUPPORT_ITEMS_MAX }),
  chats: Type.Array(MyChat, { maxItems: SUPPORT_ITEMS_MAX }),
})
export type InvestorSupportItems = Static<typeof MySupport>

const MessageThread = Type.Object({
  messages: Type.Array(ChatMessage, { maxItems: 500, description: 'Latest 500, oldest first' }),
})

/** A follow-up message on a ticket. */
export const FollowUpBody = Type.Object({ message: MultilineText() })
export type FollowUpBody = Static<typeof FollowUpBody>

const one = { access: 'investor', params: Type.Object({ id: Id() }) } as const

export const investorSupport = {
  list: get('/user/support', {
    summary: 'List tickets, calls and chats opened by the signed-in investor, newest first',
    access: 'investor',
    response: MySupport,
  }),
  getTicket: get('/user/support/tickets/:id', {
    ...one,
    summary: 'Retrieve a ticket with team replies and follow-ups',
    response: MessageThread,
    problems: ['not_found'],
  }),
  createFollowUp: post('/user/support/tickets/:id/messages', {
    ...one,
    summary: 'Add a follow-up to a ticket that is not closed and reopen it for the team',
    csrf: true,
    limit: 'support_form',
    body: FollowUpBody,
    status: 201,
    idempotent: true,
    response: Type.Object({ message: ChatMessage }),
    problems: ['not_found', 'conflict'],
  }),
  getChat: get('/user/support/chats/:id', {
    ...one,
    summary: 'Retrieve a chat',
    response: MessageThread,
    problems: ['not_found'],
  }),
}
