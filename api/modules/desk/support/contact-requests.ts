import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { getTodayInZone, listAvailableCallTimes } from '#contract/desk/call-times'
import {
  type CallBody,
  CHAT_SESSION_ID_TOO_WEAK,
  type ChatBody,
  type ChatMessage,
  type ChatReceipt,
  type SubmissionReceipt,
  type TicketBody,
} from '#contract/desk/support'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { NAME_MAX } from '#contract/schema-builders'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { callSchedules, chatMessages, chatSessions, supportTickets } from '#db/schema/desk/support'
import { formatFullName } from '#shared/full-name'
import { departmentByCategory, GENERAL, getResponseTargets } from './response-targets.ts'

interface StoredRow {
  id: number
  reference: string
  /** The investor who was signed in; null for a visitor. */
  user_id: number | null
}

/** The response to the author, from the single row that an insert returned. */
function received([row]: StoredRow[], message: string): SubmissionReceipt {
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
 * The account of the author unless it has been deleted, locked until the transaction ends. The name and email
 * of a signed-in author come from the account, so that the team does not mistake them for the person whose
 * address was typed.
 */
async function lockAuthor(
  userId: number | undefined,
): Promise<{ user_id: null } | { user_id: number; name: string; email: string }> {
  const user = userId === undefined ? undefined : await lockActiveAccount(userId)
  if (!user) return { user_id: null }
  const { id, email } = user
  // Combined, they may be longer than a name in the forms.
  return { user_id: id, name: formatFullName(user).slice(0, NAME_MAX).trim(), email }
}

/** Stores a support ticket; `userId` is the signed-in investor who wrote it. */
export const createTicket = (ticket: TicketBody, userId?: number): Promise<SubmissionReceipt> =>
  inTransaction(async () => {
    const author = await lockAuthor(userId)
    return storeTicket({
      ...ticket,
      ...author,
      ...(await getResponseTargets(departmentByCategory[ticket.category])),
    })
  })

async function storeTicket(ticket: typeof supportTickets.$inferInsert): Promise<SubmissionReceipt> {
  const stored = await database()
    .insert(supportTickets)
    .values(ticket)
    .returning(storedColumns(supportTickets))
  return received(stored, "Ticket submitted successfully! We'll contact you soon.")
}

/** Stores a call request. Throws `validation` if its date or time in the chosen zone has passed. */
export async function createCallRequest(call: CallBody, userId?: number): Promise<SubmissionReceipt> {
  const { preferred_date: day, preferred_time: time, timezone: zone } = call
  const now = new Date()
  if (day < getTodayInZone(zone, now))
    throw invalidFieldProblem('/preferred_date', 'Select today or a later date')
  if (!listAvailableCallTimes(zone, day, now).includes(time)) {
    throw invalidFieldProblem(
      '/preferred_time',
      `This time has already passed in ${zone}. Select a later time or date`,
    )
  }
  const stored = await inTransaction(async () =>
    database()
      .insert(callSchedules)
      .values({
        ...call,
        ...(await lockAuthor(userId)),
        ...(await getResponseTargets(GENERAL)),
        phone: call.phone ?? '',
        company: call.company ?? '',
        notes: call.notes ?? '',
      })
      .returning(storedColumns(callSchedules)),
  )
  return received(stored, "Call request submitted successfully! We'll contact you to confirm.")
}

/** 128 random bits, URL-safe: anyone with the id can read the chat, so it cannot be guessable. */
function makeSessionId(): string {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
  return `chat-${Date.now()}-${random}`
}

/**
 * Minimum number of different characters in the random part of an id: of 22 random ones, fewer occur once in
 * 10^12 cases.
 */
const DIFFERENT_MIN = 8

/**
 * Rejects an id that is as long as a random one but not random, such as a repeated character. Throws
 * `validation`.
 */
function checkSessionId(sessionId: string): void {
  const random = sessionId.replace(/^chat-\d+-/, '')
  if (new Set(random).size < DIFFERENT_MIN) throw invalidFieldProblem('/session_id', CHAT_SESSION_ID_TOO_WEAK)
}

/**
 * Chats that may be continued: those of visitors, or of the account. Someone who signs in starts a new one,
 * since anyone with its id can open a visitor's chat.
 */
const isOpenTo = (userId: number | null) =>
  userId === null ? isNull(chatSessions.user_id) : eq(chatSessions.user_id, userId)

/** Chats that may be read: those of visitors by anyone with the id, and those of the account. */
const isReadableBy = (userId: number | undefined) =>
  or(isNull(chatSessions.user_id), userId === undefined ? undefined : eq(chatSessions.user_id, userId))

/**
 * Opens or reopens a chat: a message to a closed one reopens it, and its name, email and author stay as first
 * given. Tries an update first, since an insert uses up a reference even if the row exists. Returns no row if
 * the chat belongs to another account.
 */
async function openConversation(
  sessionId: string,
  { name, email }: ChatBody,
  author: Awaited<ReturnType<typeof lockAuthor>>,
): Promise<ChatRow[]> {
  const targets = await getResponseTargets(GENERAL)
  const writtenTo = {
    status: 'open' as const,
    updated_at: sql`now()`,
    last_message_at: sql`now()`,
    // Reopened: the target is set again.
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
 * Stores a visitor's message, opening the chat with the first one. Only the account that started a chat can
 * continue it: the panel shows its session id, so another's message to it opens a new chat. Throws
 * `validation` for a weak session id.
 */
export function sendChatMessage(chat: ChatBody, userId?: number): Promise<ChatReceipt> {
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

/** Throws `not_found` for an unknown chat, and for one of an account other than `userId`. */
async function findConversation(sessionId: string, userId: number | undefined): Promise<void> {
  const found = await database()
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.session_id, sessionId), isReadableBy(userId)))
  if (found.length === 0) throw new Problem('not_found', 'Chat not found.')
}

/** The messages of a chat that the caller may read, oldest first. Throws `not_found`. */
export async function readOpenChat(sessionId: string, userId: number | undefined): Promise<ChatMessage[]> {
  await findConversation(sessionId, userId)
  return listChatMessages(sessionId)
}

/** Maximum number of messages in one response: the newest. */
const MAX_MESSAGES = 500

/** The messages of a chat, oldest first; none for an unknown one. */
export async function listChatMessages(sessionId: string): Promise<ChatMessage[]> {
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
