/** Merges two tickets of one person about the same matter. */
import { eq } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import type { Ticket } from '#contract/desk/admin-support'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { supportTickets, ticketReplies } from '#db/schema/desk/support'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { getTicketSummary, lockTickets } from './admin-tickets.ts'
import { atPresentAddress, lockAuthors, notifyAuthors } from './notify-authors.ts'
import { isResolved, resetResolutionTarget } from './response-targets.ts'
import { toAuditedItem } from './support-audit.ts'
import { hasReachableEmail, queueTicketMergedEmail } from './support-emails.ts'

type Row = Awaited<ReturnType<typeof lockTickets>>[number]

const hasSameAddress = (one: Row, other: Row): boolean =>
  one.email.toLowerCase() === other.email.toLowerCase()

/**
 * Throws `validation` for tickets of two people. A visitor who types the address of an account is not its investor: the
 * words of one would be shown as those of the other. Two visitors with the same address are one, since both are answered
 * there.
 */
function checkSamePerson(one: Row, other: Row): void {
  const isSame =
    one.user_id !== null || other.user_id !== null
      ? one.user_id === other.user_id
      : hasSameAddress(one, other) && hasReachableEmail(one)
  if (isSame) return
  throw invalidFieldProblem(
    '/into',
    hasReachableEmail(one) && hasSameAddress(one, other)
      ? 'These tickets share an email address, but cannot be confirmed to be from the same person. Reply to them separately'
      : 'These tickets are from different people. Only tickets from the same person can be merged',
  )
}

/**
 * Reopens a finished ticket when an unfinished one is merged into it, so that what needs a response does not
 * disappear.
 */
async function reopen(target: Row, { status }: Row): Promise<Row> {
  await database()
    .update(supportTickets)
    .set({ status, resolved_at: null })
    .where(eq(supportTickets.id, target.id))
  await resetResolutionTarget(supportTickets, [target])
  return { ...target, status }
}

/**
 * Moves the messages of a ticket to another one of the same person, in order of time, and closes it. The
 * other ticket is reopened if it was finished and this one was not. The author is told once. Returns the
 * continued ticket. Throws `not_found`, `validation` for the same ticket or tickets of two people, and
 * `conflict` if either has already been merged, such as by a simultaneous merge.
 */
export function mergeTicket(id: number, into: number, actor: Actor): Promise<Ticket> {
  if (id === into) throw invalidFieldProblem('/into', 'Select a different ticket')
  return inTransaction(async () => {
    const live = await lockAuthors(supportTickets, eq(supportTickets.id, id))
    const rows = await lockTickets([id, into])
    const from = rows.find((row) => row.id === id)
    const target = rows.find((row) => row.id === into)
    if (!from || !target) throw new Problem('not_found', 'Ticket not found.')
    checkSamePerson(from, target)
    const isReopened = isResolved(target.status) && !isResolved(from.status)
    const continued = isReopened ? await reopen(target, from) : target
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
    await queueTicketMergedEmail(atPresentAddress(live, from), target)
    await notifyAuthors(live, [
      {
        user_id: from.user_id,
        title: `Your ticket ${from.reference} was merged into ${target.reference}`,
        message: target.subject,
      },
    ])
    await recordAudit(
      actor,
      {
        action: 'ticket.merge',
        entity: 'ticket',
        entityId: id,
        before: toAuditedItem(from),
        after: { ...toAuditedItem({ ...from, status: 'closed' }), merged_into: target.reference },
      },
      {
        action: 'ticket.update',
        entity: 'ticket',
        entityId: into,
        before: toAuditedItem(target),
        after: toAuditedItem(continued),
      },
    )
    return getTicketSummary(into)
  })
}
