/** The tickets, calls and conversations of an investor, and the follow-ups on a ticket. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { type FollowUpBody, MY_SUPPORT_MAX, type MySupport } from '#contract/my-support'
import { Problem } from '#contract/problem'
import type { ChatMessage } from '#contract/support'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { callSchedules, chatSessions, supportTickets, ticketReplies } from '#db/schema/support'
import { readChat } from './service.ts'
import { renewTarget } from './targets.ts'
import { listReplies, MAX_MESSAGES, threadColumns } from './ticket-thread.ts'

// Written out: drizzle leaves the table out of a column's name where a query selects from one table.
const ofChat = sql`from chat_messages where chat_messages.chat_session_id = chat_sessions.id`

const listTickets = (userId: number) =>
  database()
    .select({
      id: supportTickets.id,
      reference: supportTickets.reference,
      subject: supportTickets.subject,
      category: supportTickets.category,
      status: supportTickets.status,
      reply_count: threadColumns.reply_count,
      created_at: supportTickets.created_at,
      updated_at: sql`greatest(support_tickets.updated_at, ${threadColumns.last_message_at})`.mapWith(
        supportTickets.updated_at,
      ),
    })
    .from(supportTickets)
    .where(eq(supportTickets.user_id, userId))
    .orderBy(desc(supportTickets.created_at), desc(supportTickets.id))
    .limit(MY_SUPPORT_MAX)

const listCalls = (userId: number) =>
  database()
    .select({
      id: callSchedules.id,
      reference: callSchedules.reference,
      purpose: callSchedules.purpose,
      preferred_date: callSchedules.preferred_date,
      preferred_time: callSchedules.preferred_time,
      timezone: callSchedules.timezone,
      status: callSchedules.status,
      created_at: callSchedules.created_at,
    })
    .from(callSchedules)
    .where(eq(callSchedules.user_id, userId))
    .orderBy(desc(callSchedules.created_at), desc(callSchedules.id))
    .limit(MY_SUPPORT_MAX)

const listChats = (userId: number) =>
  database()
    .select({
      id: chatSessions.id,
      reference: chatSessions.reference,
      status: chatSessions.status,
      last_message: sql<string>`coalesce((select left(message, 300) ${ofChat} order by chat_messages.id desc limit 1), '')`,
      message_count: sql<number>`(select count(*)::int ${ofChat})`,
      created_at: chatSessions.created_at,
      last_message_at: chatSessions.last_message_at,
    })
    .from(chatSessions)
    .where(eq(chatSessions.user_id, userId))
    .orderBy(desc(chatSessions.last_message_at), desc(chatSessions.id))
    .limit(MY_SUPPORT_MAX)

/** The newest tickets, calls and conversations that an investor opened while signed in. */
export async function listMySupport(userId: number): Promise<MySupport> {
  const tickets = await listTickets(userId)
  const calls = await listCalls(userId)
  const chats = await listChats(userId)
  return {
    tickets: tickets.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    })),
    calls: calls.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    chats: chats.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_message_at: row.last_message_at.toISOString(),
    })),
  }
}

const ownTicket = (userId: number, id: number) =>
  database()
    .select()
    .from(supportTickets)
    .where(and(eq(supportTickets.id, id), eq(supportTickets.user_id, userId)))

const noSuchTicket = () => new Problem('not_found', 'There is no ticket with this id.')

/** A ticket as a thread: its message, the replies and the follow-ups. Throws `not_found`, also for another investor's. */
export async function readMyTicket(userId: number, id: number): Promise<ChatMessage[]> {
  const [ticket] = await ownTicket(userId, id)
  if (!ticket) throw noSuchTicket()
  const replies = await listReplies(id, MAX_MESSAGES - 1)
  return [{ ...ticket, by: 'user' as const }, ...replies].map((row) => ({
    id: row.id,
    author: row.by,
    message: row.message,
    created_at: row.created_at.toISOString(),
  }))
}

/**
 * Stores a follow-up of the investor who opened a ticket, and opens the ticket again: it then waits for the team. Throws
 * `not_found`, also for another investor's, and `conflict` for a closed ticket.
 */
export function writeFollowUp(userId: number, id: number, { message }: FollowUpBody): Promise<ChatMessage> {
  return inTransaction(async () => {
    await lockLiveUser(userId)
    const [ticket] = await ownTicket(userId, id).for('no key update')
    if (!ticket) throw noSuchTicket()
    if (ticket.merged_into !== null) {
      const [into] = await ownTicket(userId, ticket.merged_into)
      throw new Problem(
        'conflict',
        `We answer this ticket with ${into?.reference ?? 'another one'}. Write there, please.`,
      )
    }
    if (ticket.status === 'closed') {
      throw new Problem(
        'conflict',
        `This ticket is closed. Open a new one, and name ${ticket.reference} in it.`,
      )
    }
    if (ticket.status !== 'open') {
      await database()
        .update(supportTickets)
        .set({ status: 'open', resolved_at: null })
        .where(eq(supportTickets.id, id))
    }
    if (ticket.resolved_at !== null) await renewTarget(supportTickets, [ticket])
    const [row] = await database()
      .insert(ticketReplies)
      .values({ ticket_id: id, author: 'user', message })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    return { id: row.id, author: row.author, message: row.message, created_at: row.created_at.toISOString() }
  })
}

/** The messages of a conversation. Throws `not_found`, also for another investor's. */
export async function readMyChat(userId: number, id: number): Promise<ChatMessage[]> {
  const [chat] = await database()
    .select({ session_id: chatSessions.session_id })
    .from(chatSessions)
    .where(and(eq(chatSessions.id, id), eq(chatSessions.user_id, userId)))
  if (!chat) throw new Problem('not_found', 'There is no conversation with this id.')
  return readChat(chat.session_id)
}
