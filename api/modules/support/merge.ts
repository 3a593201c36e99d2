/** Two tickets of one person about one thing become one. */
import { eq } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { Ticket } from '#contract/admin-support'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { supportTickets, ticketReplies } from '#db/schema/support'
import { recordAudit } from '#modules/audit/service'
import { lockTickets, readOneTicket } from './admin-tickets.ts'
import { lockAuthors, notifyAuthors } from './authors.ts'
import { auditable } from './desk-records.ts'
import { mailMerged } from './mails.ts'

type Row = Awaited<ReturnType<typeof lockTickets>>[number]

/** Accounts decide where both have one; otherwise the email does. */
const isSamePerson = (one: Row, other: Row): boolean =>
  one.user_id !== null && other.user_id !== null
    ? one.user_id === other.user_id
    : one.email.toLowerCase() === other.email.toLowerCase()

/**
 * Moves what was written on a ticket to another one of the same person, in the order of time, and closes it. Its writer
 * is told once. Answers with the ticket that continues. Throws `not_found`, `validation` for itself or for tickets of
 * two people, and `conflict` where one of them was merged already: of two merges at once the second finds that.
 */
export function mergeTicket(id: number, into: number, actor: Actor): Promise<Ticket> {
  if (id === into) throw invalidField('/into', 'Choose another ticket: this is the same one')
  return inTransaction(async () => {
    const live = await lockAuthors(supportTickets, eq(supportTickets.id, id))
    const rows = await lockTickets([id, into])
    const from = rows.find((row) => row.id === id)
    const target = rows.find((row) => row.id === into)
    if (!from || !target) throw new Problem('not_found', 'There is no ticket with this id.')
    if (!isSamePerson(from, target)) {
      throw invalidField('/into', 'These tickets are of two people: only tickets of one person can be merged')
    }
    await database()
      .update(ticketReplies)
      .set({ ticket_id: into, merged_from: id })
      .where(eq(ticketReplies.ticket_id, id))
    await database().insert(ticketReplies).values({
      ticket_id: into,
      merged_from: id,
      author: 'user',
      message: from.message,
      created_at: from.created_at,
    })
    await database()
      .update(supportTickets)
      .set({ status: 'closed', merged_into: into, resolved_at: new Date() })
      .where(eq(supportTickets.id, id))
    await mailMerged(from, target)
    await notifyAuthors(live, [
      {
        user_id: from.user_id,
        title: `Your ticket ${from.reference} continues as ${target.reference}`,
        message: target.subject,
      },
    ])
    await recordAudit(actor, {
      action: 'ticket.merge',
      entity: 'ticket',
      entityId: id,
      before: auditable(from),
      after: { ...auditable({ ...from, status: 'closed' }), merged_into: target.reference },
    })
    return readOneTicket(into)
  })
}
