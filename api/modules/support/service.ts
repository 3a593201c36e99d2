import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { callToday, openCallTimes } from '#contract/call-slots'
import { invalidField, Problem } from '#contract/problem'
import { NAME_MAX } from '#contract/schema'
import {
  type CallBody,
  CHAT_SESSION_WEAK,
  type ChatBody,
  type ChatMessage,
  type ChatReceived,
  type Received,
  type TicketBody,
} from '#contract/support'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { callSchedules, chatMessages, chatSessions, supportTickets } from '#db/schema/support'
import { departmentOf, GENERAL, targetsOf } from './targets.ts'

interface StoredRow {
  id: number
  reference: string
  /** The investor who was signed in; null for a visitor's. */
  user_id: number | null
}

/** The response to the author, from the one row that an insert returned. */
function received([row]: StoredRow[], message: string): Received {
  if (!row) throw new Error('An insert returned no row')
  const { id, reference, user_id } = row
  return { success: true, id, reference, message, ...(user_id !== null && { listed: true }) }
}

/** The columns of a {@link StoredRow}. */
const storedColumns = <T extends typeof supportTickets | typeof callSchedules | typeof chatSessions>({
  id,
  reference,
  user_id,
}: T) => ({ id, reference, user_id })

const chatColumns = { ...storedColumns(chatSessions), session_id: chatSessions.session_id }
type ChatRow = StoredRow & { session_id: string }

/**
 * The account of the author, unless it has been deleted; locked until the transaction ends. Name and email of somebody
 * who is signed in are those of the account: the team must not take the author for the person whose address was typed.
 */
async function lockAuthor(
  userId: number | undefined,
): Promise<{ user_id: null } | { user_id: number; name: string; email: string }> {
  const user = userId === undefined ? undefined : await lockLiveUser(userId)
  if (!user) return { user_id: null }
  const { id, first_name, last_name, email } = user
  // Together they may be longer than a name in the forms.
  return { user_id: id, name: `${first_name} ${last_name}`.slice(0, NAME_MAX).trim(), email }
}

/** Stores a support ticket; `userId` is the signed-in investor who wrote it. */
export const openTicket = (ticket: TicketBody, userId?: number): Promise<Received> =>
  inTransaction(async () => {
    const author = await lockAuthor(userId)
    return storeTicket({ ...ticket, ...author, ...(await targetsOf(departmentOf[ticket.category])) })
  })

async function storeTicket(ticket: typeof supportTickets.$inferInsert): Promise<Received> {
  const stored = await database()
    .insert(supportTickets)
    .values(ticket)
    .returning(storedColumns(supportTickets))
  return received(stored, "Ticket submitted successfully! We'll contact you soon.")
}

/** Stores a request for a call. Throws `validation` when its date or time is past in the chosen zone. */
export async function requestCall(call: CallBody, userId?: number): Promise<Received> {
  const { preferred_date: day, preferred_time: time, timezone: zone } = call
  const now = new Date()
  if (day < callToday(zone, now)) throw invalidField('/preferred_date', 'Choose today or a later date')
  if (!openCallTimes(zone, day, now).includes(time)) {
    throw invalidField('/preferred_time', `This time has passed today in ${zone}. Choose a later time or day`)
  }
  const stored = await inTransaction(async () =>
    database()
      .insert(callSchedules)
      .values({
        ...call,
        ...(await lockAuthor(userId)),
        ...(await targetsOf(GENERAL)),
        phone: call.phone ?? '',
        company: call.company ?? '',
        notes: call.notes ?? '',
      })
      .returning(storedColumns(callSchedules)),
  )
  return received(stored, "Call request submitted successfully! We'll contact you to confirm.")
}

/** 128 random bits, URL-safe: anyone with the id can read the conversation, and it cannot be guessed. */
function makeSessionId(): string {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
  return `chat-${Date.now()}-${random}`
}

/**
 * Minimum number of different characters in the random part of an id: 22 random ones have fewer once in 10^12 times.
 */
const DIFFERENT_MIN = 8

/**
 * Rejects an id that has the length of a random one but is not random, such as a repeated character. Throws
 * `validation`.
 */
function checkSessionId(sessionId: string): void {
  const random = sessionId.replace(/^chat-\d+-/, '')
  if (new Set(random).size < DIFFERENT_MIN) throw invalidField('/session_id', CHAT_SESSION_WEAK)
}

/**
 * Conversations that may be continued: visitors', or those of the account. Who signs in begins another one: the
 * conversation of a visitor is open to whoever has its id.
 */
const isOpenTo = (userId: number | null) =>
  userId === null ? isNull(chatSessions.user_id) : eq(chatSessions.user_id, userId)

/** Conversations that may be read: visitors', by whoever has the id, and those of the account. */
const isReadableBy = (userId: number | undefined) =>
  or(isNull(chatSessions.user_id), userId === undefined ? undefined : eq(chatSessions.user_id, userId))

/**
 * Opens or reopens a conversation: writing to a closed one reopens it, and its name, email and author stay as first given.
 * Tries an update first: an insert uses an id for its reference even if the row exists. Returns no row where the
 * conversation is that of another account.
 */
async function openConversation(
  sessionId: string,
  { name, email }: ChatBody,
  author: Awaited<ReturnType<typeof lockAuthor>>,
): Promise<ChatRow[]> {
  const targets = await targetsOf(GENERAL)
  const writtenTo = {
    status: 'open' as const,
    updated_at: sql`now()`,
    last_message_at: sql`now()`,
    // Open again: by another time.
    resolution_due: sql`case when ${chatSessions.resolved_at} is null then ${chatSessions.resolution_due} else ${targets.resolution_due?.toISOString() ?? null}::timestamptz end`,
    resolved_at: null,
  }
  const known = await database()
    .update(chatSessions)
    .set(writtenTo)
    .where(and(eq(chatSessions.session_id, sessionId), isOpenTo(author.user_id)))
    .returning(chatColumns)
  if (known.length > 0) return known
  return database()
    .insert(chatSessions)
    .values({ session_id: sessionId, name, email: email ?? '', ...author, ...targets })
    .onConflictDoUpdate({
      target: chatSessions.session_id,
      set: writtenTo,
      setWhere: isOpenTo(author.user_id),
    })
    .returning(chatColumns)
}

/**
 * Stores a visitor's message, opening the conversation with its first one. A conversation of an account is continued
 * by this account only: the panel shows its session id, so another's message to it opens a new one. Throws `validation`
 * for a weak session id.
 */
export function sendChatMessage(chat: ChatBody, userId?: number): Promise<ChatReceived> {
  const sessionId = chat.session_id ?? makeSessionId()
  checkSessionId(sessionId)
  return inTransaction(async () => {
    const author = await lockAuthor(userId)
    const known = await openConversation(sessionId, chat, author)
    const [row] = known.length > 0 ? known : await openConversation(makeSessionId(), chat, author)
    if (!row) throw new Error('A new conversation returned no row')
    await database()
      .insert(chatMessages)
      .values({ chat_session_id: row.id, author: 'user', message: chat.message })
    return { ...received([row], "Message sent! We'll respond shortly."), session_id: row.session_id }
  })
}

/** Throws `not_found` for an unknown conversation, and for that of an account that `userId` is not. */
async function findConversation(sessionId: string, userId: number | undefined): Promise<void> {
  const found = await database()
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.session_id, sessionId), isReadableBy(userId)))
  if (found.length === 0) throw new Problem('not_found', 'There is no conversation with this id.')
}

/** The messages of a conversation that the caller may read, oldest first. Throws `not_found`. */
export async function readOpenChat(sessionId: string, userId: number | undefined): Promise<ChatMessage[]> {
  await findConversation(sessionId, userId)
  return readChat(sessionId)
}

/** Maximum number of messages in one response: the newest. */
const MAX_MESSAGES = 500

/** The messages of a conversation, oldest first; none of an unknown one. */
export async function readChat(sessionId: string): Promise<ChatMessage[]> {
  const newest = database()
    .select({
      id: chatMessages.id,
      author: chatMessages.author,
      message: chatMessages.message,
      created_at: chatMessages.created_at,
    })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.chat_session_id))
    .where(eq(chatSessions.session_id, sessionId))
    .orderBy(sql`${chatMessages.id} desc`)
    .limit(MAX_MESSAGES)
    .as('newest')
  const rows = await database().select().from(newest).orderBy(asc(newest.id))
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}
