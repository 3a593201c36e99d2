/** What a signed-in investor has written to the team, and what came back. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  callStatuses,
  callTimes,
  chatStatuses,
  ticketCategories,
  ticketStatuses,
} from '#shared/enums/support'
import { get, post } from './endpoint.ts'
import { CalendarDate, Id, OneOf, Text, Timestamp } from './schema.ts'
import { ChatMessage } from './support.ts'

/** Most entries of each kind in the list: the newest. */
export const MY_SUPPORT_MAX = 50

const MyTicket = Type.Object({
  id: Id(),
  reference: Type.String({ examples: ['T-000123'] }),
  subject: Type.String(),
  category: OneOf(ticketCategories),
  status: OneOf(ticketStatuses),
  reply_count: Type.Integer({ description: 'Replies of the team' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type MyTicket = Static<typeof MyTicket>

const MyCall = Type.Object({
  id: Id(),
  reference: Type.String({ examples: ['C-000123'] }),
  purpose: Type.String(),
  preferred_date: CalendarDate(),
  preferred_time: OneOf(callTimes),
  timezone: Type.String({ examples: ['PST'] }),
  status: OneOf(callStatuses),
  created_at: Timestamp(),
})
export type MyCall = Static<typeof MyCall>

const MyChat = Type.Object({
  id: Id(),
  reference: Type.String({ examples: ['L-000123'] }),
  status: OneOf(chatStatuses),
  last_message: Type.String(),
  message_count: Type.Integer(),
  created_at: Timestamp(),
  last_message_at: Timestamp(),
})
export type MyChat = Static<typeof MyChat>

const MySupport = Type.Object({
  tickets: Type.Array(MyTicket, { maxItems: MY_SUPPORT_MAX }),
  calls: Type.Array(MyCall, { maxItems: MY_SUPPORT_MAX }),
  chats: Type.Array(MyChat, { maxItems: MY_SUPPORT_MAX }),
})
export type MySupport = Static<typeof MySupport>

const Thread = Type.Object({
  messages: Type.Array(ChatMessage, { maxItems: 500, description: 'Oldest first; the newest 500' }),
})
export type Thread = Static<typeof Thread>

/** A further message to the team about a ticket. */
export const FollowUpBody = Type.Object({ message: Text() })
export type FollowUpBody = Static<typeof FollowUpBody>

const one = { access: 'investor', params: Type.Object({ id: Id() }) } as const

export const mySupport = {
  list: get('/user/support', {
    summary: 'Tickets, calls and chats that the investor opened while signed in, newest first',
    access: 'investor',
    response: MySupport,
  }),
  ticket: get('/user/support/tickets/:id', {
    ...one,
    summary: 'A ticket of the investor: its message, the replies of the team and the follow-ups',
    response: Thread,
    problems: ['not_found'],
  }),
  followUp: post('/user/support/tickets/:id/messages', {
    ...one,
    summary: 'Writes again about a ticket that is not closed, and opens it again for the team',
    csrf: true,
    limit: 'support_form',
    body: FollowUpBody,
    status: 201,
    idempotent: true,
    response: Type.Object({ message: ChatMessage }),
    problems: ['not_found', 'conflict'],
  }),
  chat: get('/user/support/chats/:id', {
    ...one,
    summary: 'A conversation of the investor',
    response: Thread,
    problems: ['not_found'],
  }),
}
