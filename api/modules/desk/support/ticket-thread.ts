/** The messages on a ticket after its first. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { database } from '#db/connection'
import { supportTickets, ticketReplies } from '#db/schema/desk/support'
import { admins } from '#db/schema/identity/accounts'
import { outbox } from '#db/schema/messaging/outbox'

/** Messages in one response, newest first. */
export const MESSAGES_MAX = 500

// Written out: drizzle omits the table of a column when a query selects from a single table.
const ofTicket = sql.raw('from ticket_replies as r where r.ticket_id = support_tickets.id')
const newest = sql.raw('order by r.created_at desc, r.id desc limit 1')

/** Columns of a ticket derived from its replies and follow-ups. */
export const threadColumns = {
  /** Replies of the team. */
  reply_count: sql<number>`(select count(*)::int ${ofTicket} and r.author = 'agent')`,
  last_author: sql<'user' | 'agent'>`coalesce((select r.author ${ofTicket} ${newest}), 'user')`,
  last_message_at:
    sql`coalesce((select r.created_at ${ofTicket} ${newest}), support_tickets.created_at)`.mapWith(
      supportTickets.created_at,
    ),
}

/** The newest replies and follow-ups of a ticket, oldest first; with `id`, only that one. */
export async function listReplies(ticketId: number, limit = MESSAGES_MAX, id?: number) {
  const newestFirst = await database()
    .select({
      id: ticketReplies.id,
      by: ticketReplies.author,
      message: ticketReplies.message,
      /** The administrator's name; empty if the account was deleted. */
      admin: sql<string>`coalesce(${admins.username}, '')`,
      mail: outbox.status,
      merged_from: sql<
        string | null
      >`(select reference from support_tickets where support_tickets.id = ${ticketReplies.merged_from})`,
      created_at: ticketReplies.created_at,
    })
    .from(ticketReplies)
    .leftJoin(admins, eq(admins.id, ticketReplies.admin_id))
    .leftJoin(outbox, eq(outbox.id, ticketReplies.mail_id))
    .where(
      and(eq(ticketReplies.ticket_id, ticketId), id === undefined ? undefined : eq(ticketReplies.id, id)),
    )
    .orderBy(desc(ticketReplies.created_at), desc(ticketReplies.id))
    .limit(limit)
  return newestFirst.reverse()
}

/** The last message of a ticket's author: the newest follow-up, or the first message. */
export async function getLastQuestion(ticket: { id: number; message: string }): Promise<string> {
  const [followUp] = await database()
    .select({ message: ticketReplies.message })
    .from(ticketReplies)
    .where(and(eq(ticketReplies.ticket_id, ticket.id), eq(ticketReplies.author, 'user')))
    .orderBy(desc(ticketReplies.created_at), desc(ticketReplies.id))
    .limit(1)
  return followUp?.message ?? ticket.message
}
