import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { type Endpoint, get, post } from '#contract/endpoint'
import {
  CalendarDate,
  Email,
  Id,
  MultilineText,
  NAME_MAX,
  OptionalOrEmpty,
  Phone,
  SingleLineText,
  StringEnum,
  SUBJECT_MAX,
  Timestamp,
} from '#contract/schema-builders'
import { callTimes, chatAuthors, ticketCategories, ticketPriorities } from '#shared/enums/support'

/** Time zones offered by the call form and their IANA zones, including daylight saving time; GMT is UTC. */
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
  name: SingleLineText(NAME_MAX),
  email: Email(),
  subject: SingleLineText(SUBJECT_MAX),
  message: MultilineText(),
  category: StringEnum(ticketCategories, { default: 'general' }),
  priority: StringEnum(ticketPriorities, { default: 'medium' }),
})
export type TicketBody = Static<typeof TicketBody>

export const CallBody = Type.Object({
  name: SingleLineText(NAME_MAX),
  email: Email(),
  phone: OptionalOrEmpty(Phone()),
  company: OptionalOrEmpty(SingleLineText(SUBJECT_MAX)),
  purpose: SingleLineText(SUBJECT_MAX),
  preferred_date: CalendarDate(),
  preferred_time: StringEnum(callTimes),
  timezone: StringEnum(callZoneNames, { default: 'PST' }),
  notes: OptionalOrEmpty(MultilineText()),
})
export type CallBody = Static<typeof CallBody>

/**
 * The key to a visitor's chat, and together with the account's token to an investor's: `chat-{milliseconds}-{random}`,
 * where the random part has at least 22 URL-safe characters (128 bits) from a cryptographic generator.
 */
export const CHAT_SESSION_PATTERN = '^chat-[0-9]{10,16}-[A-Za-z0-9_-]{22,64}$'
export const CHAT_SESSION_ID_TOO_WEAK = 'The chat session id is not sufficiently random'
const ChatSessionId = () =>
  Type.String({ pattern: CHAT_SESSION_PATTERN, errorMessage: CHAT_SESSION_ID_TOO_WEAK })

export const ChatBody = Type.Object({
  name: SingleLineText(NAME_MAX),
  email: OptionalOrEmpty(Email()),
  message: MultilineText(),
  session_id: Type.Optional(ChatSessionId()),
  message_type: StringEnum(['user'], { default: 'user' }),
})
export type ChatBody = Static<typeof ChatBody>

const Received = Type.Object({
  success: Type.Literal(true),
  id: Id(),
  reference: Type.String({ description: 'Reference for the visitor', examples: ['T-000123'] }),
  message: Type.String(),
  listed: Type.Optional(
    Type.Literal(true, { description: 'Submitted while signed in; available under `/user/support`' }),
  ),
})
export type SubmissionReceipt = Static<typeof Received>

const ChatReceived = Type.Object({ ...Received.properties, session_id: Type.String() })
export type ChatReceipt = Static<typeof ChatReceived>

export const ChatMessage = Type.Object({
  id: Id(),
  author: StringEnum(chatAuthors),
  message: Type.String(),
  created_at: Timestamp(),
})
export type ChatMessage = Static<typeof ChatMessage>

/** Signed-in investors find their tickets under `/user/support`. */
const form = {
  access: 'public',
  bearer: 'optional',
  limit: 'support_form',
  status: 201,
  idempotent: true,
  problems: ['unauthenticated', 'session_expired', 'account_disabled'],
} satisfies Partial<Endpoint>

export const support = {
  createTicket: post('/support/ticket', {
    ...form,
    summary: 'Open a support ticket',
    body: TicketBody,
    response: Received,
  }),
  createCallRequest: post('/support/call-schedule', {
    ...form,
    summary: 'Request a call',
    body: CallBody,
    response: Received,
  }),
  sendChatMessage: post('/support/live-chat', {
    ...form,
    summary: 'Send a chat message, starting a chat if there is none',
    body: ChatBody,
    response: ChatReceived,
  }),
  listChatMessages: get('/support/live-chat/:session_id', {
    summary: 'List chat messages, oldest first; chats of an account require its access token',
    access: 'public',
    bearer: 'optional',
    params: Type.Object({ session_id: ChatSessionId() }),
    response: Type.Object({ messages: Type.Array(ChatMessage, { maxItems: 500 }) }),
    problems: ['not_found', 'unauthenticated', 'session_expired', 'account_disabled'],
  }),
}
