/** The tickets, calls and chats of an investor, and follow-ups on a ticket. */
import { and, desc, eq, sql } from 'drizzle-orm'
import {
  type FollowUpBody,
  type InvestorSupportItems,
  SUPPORT_ITEMS_MAX,
} from '#contract/desk/investor-support'
import type { ChatMessage } from '#contract/desk/support'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { callSchedules, chatSessions, supportTickets, ticketReplies } from '#db/schema/desk/support'
import { listChatMessages } from './contact-requests.ts'
import { resetResolutionTarget } from './response-targets.ts'
import { listReplies, MESSAGES_MAX, threadColumns } from './ticket-thread.ts'

// Written out: drizzle omits the table of a column when a query selects from a single table.
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
    .limit(SUPPORT_ITEMS_MAX)

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
    .limit(SUPPORT_ITEMS_MAX)

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
    .limit(SUPPORT_ITEMS_MAX)

/** The newest tickets, calls and chats that an investor opened while signed in. */
export async function listInvestorSupportItems(userId: number): Promise<InvestorSupportItems> {
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

const noSuchTicket = () => new Problem('not_found', 'Ticket not found.')

/** A ticket with its message, replies and follow-ups. Throws `not_found`, also for another investor's. */
export async function getInvestorTicket(userId: number, id: number): Promise<ChatMessage[]> {
  const [ticket] = await ownTicket(userId, id)
  if (!ticket) throw noSuchTicket()
  const replies = await listReplies(id, MESSAGES_MAX - 1)
  return [{ ...ticket, by: 'user' as const }, ...replies].map((row) => ({
    id: row.id,
    author: row.by,
    message: row.message,
    created_at: row.created_at.toISOString(),
  }))
}

/**
 * Stores a follow-up by the investor who opened a ticket, and reopens the ticket: it then needs a response.
 * Throws `not_found`, also for another investor's, and `conflict` for a closed ticket.
 */
export function createFollowUp(userId: number, id: number, { message }: FollowUpBody): Promise<ChatMessage> {
  return inTransaction(async () => {
    await lockActiveAccount(userId)
    const [ticket] = await ownTicket(userId, id).for('no key update')
    if (!ticket) throw noSuchTicket()
    if (ticket.merged_into !== null) {
      const [into] = await ownTicket(userId, ticket.merged_into)
      throw new Problem(
        'conflict',
        `This ticket was merged into ${into?.reference ?? 'another ticket'}. Please reply there.`,
      )
    }
    if (ticket.status === 'closed') {
      throw new Problem(
        'conflict',
        `This ticket is closed. Please open a new one and mention ${ticket.reference}.`,
      )
    }
    if (ticket.status !== 'open') {
      await database()
        .update(supportTickets)
        .set({ status: 'open', resolved_at: null })
        .where(eq(supportTickets.id, id))
    }
    if (ticket.resolved_at !== null) await resetResolutionTarget(supportTickets, [ticket])
    const [row] = await database()
      .insert(ticketReplies)
      .values({ ticket_id: id, author: 'user', message })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    return { id: row.id, author: row.author, message: row.message, created_at: row.created_at.toISOString() }
  })
}

/** The messages of a chat. Throws `not_found`, also for another investor's. */
export async function getInvestorChat(userId: number, id: number): Promise<ChatMessage[]> {
  const [chat] = await database()
    .select({ session_id: chatSessions.session_id })
    .from(chatSessions)
    .where(and(eq(chatSessions.id, id), eq(chatSessions.user_id, userId)))
  if (!chat) throw new Problem('not_found', 'Chat not found.')
  return listChatMessages(chat.session_id)
}
