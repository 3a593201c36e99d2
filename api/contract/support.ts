import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { callTimes, chatAuthors, ticketCategories, ticketPriorities } from '#shared/enums/support'
import { type Endpoint, get, post } from './endpoint.ts'
import {
  CalendarDate,
  Email,
  Id,
  Line,
  Maybe,
  NAME_MAX,
  OneOf,
  Phone,
  SUBJECT_MAX,
  Text,
  Timestamp,
} from './schema.ts'

/** Zones the call form offers, and the IANA zones they mean: daylight saving included, GMT being UTC. */
export const callZones = {
  PST: 'America/Los_Angeles',
  EST: 'America/New_York',
  CST: 'America/Chicago',
  MST: 'America/Denver',
  GMT: 'UTC',
} as const
export type CallZone = keyof typeof callZones
const callZoneNames = Object.keys(callZones) as CallZone[]

export const TicketBody = Type.Object({
  name: Line(NAME_MAX),
  email: Email(),
  subject: Line(SUBJECT_MAX),
  message: Text(),
  category: OneOf(ticketCategories, { default: 'general' }),
  priority: OneOf(ticketPriorities, { default: 'medium' }),
})
export type TicketBody = Static<typeof TicketBody>

export const CallBody = Type.Object({
  name: Line(NAME_MAX),
  email: Email(),
  phone: Maybe(Phone()),
  company: Maybe(Line(SUBJECT_MAX)),
  purpose: Line(SUBJECT_MAX),
  preferred_date: CalendarDate(),
  preferred_time: OneOf(callTimes),
  timezone: OneOf(callZoneNames, { default: 'PST' }),
  notes: Maybe(Text()),
})
export type CallBody = Static<typeof CallBody>

/**
 * The key to a conversation of a visitor, and with the token of the account to that of an investor: `chat-{milliseconds}-{random}`, the random part
 * at least 22 URL-safe characters (128 bits) from a cryptographic generator.
 */
export const CHAT_SESSION_PATTERN = '^chat-[0-9]{10,16}-[A-Za-z0-9_-]{22,64}$'
export const CHAT_SESSION_WEAK = 'The chat session id is not strong enough'
const ChatSessionId = () => Type.String({ pattern: CHAT_SESSION_PATTERN, says: CHAT_SESSION_WEAK })

export const ChatBody = Type.Object({
  name: Line(NAME_MAX),
  email: Maybe(Email()),
  message: Text(),
  session_id: Type.Optional(ChatSessionId()),
  message_type: OneOf(['user'], { default: 'user' }),
})
export type ChatBody = Static<typeof ChatBody>

const Received = Type.Object({
  success: Type.Literal(true),
  id: Id(),
  reference: Type.String({ description: 'The reference that the visitor quotes', examples: ['T-000123'] }),
  message: Type.String(),
  listed: Type.Optional(
    Type.Literal(true, { description: 'Sent while signed in: the investor finds it under `/user/support`' }),
  ),
})
export type Received = Static<typeof Received>

const ChatReceived = Type.Object({ ...Received.properties, session_id: Type.String() })
export type ChatReceived = Static<typeof ChatReceived>

export const ChatMessage = Type.Object({
  id: Id(),
  author: OneOf(chatAuthors),
  message: Type.String(),
  created_at: Timestamp(),
})
export type ChatMessage = Static<typeof ChatMessage>

/** A signed-in investor who sends one finds it under `/user/support`. */
const form = {
  access: 'public',
  bearer: 'optional',
  limit: 'support_form',
  status: 201,
  idempotent: true,
  problems: ['unauthenticated', 'session_expired', 'account_disabled'],
} satisfies Partial<Endpoint>

export const support = {
  openTicket: post('/support/ticket', {
    ...form,
    summary: 'Opens a support ticket',
    body: TicketBody,
    response: Received,
  }),
  requestCall: post('/support/call-schedule', {
    ...form,
    summary: 'Requests a call at a given time',
    body: CallBody,
    response: Received,
  }),
  sendChat: post('/support/live-chat', {
    ...form,
    summary: 'Sends a message to the team, opening a conversation when there is none',
    body: ChatBody,
    response: ChatReceived,
  }),
  readChat: get('/support/live-chat/:session_id', {
    summary: 'The messages of a conversation, oldest first; one of an account only with its token',
    access: 'public',
    bearer: 'optional',
    params: Type.Object({ session_id: ChatSessionId() }),
    response: Type.Object({ messages: Type.Array(ChatMessage, { maxItems: 500 }) }),
    problems: ['not_found', 'unauthenticated', 'session_expired', 'account_disabled'],
  }),
}
