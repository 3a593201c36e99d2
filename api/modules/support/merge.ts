/** Two tickets of one person about one thing become one. */
import { eq } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { Ticket } from '#contract/admin-support'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { supportTickets, ticketReplies } from '#db/schema/support'
import { findConfirmers } from '#modules/accounts/owned-rows'
import { recordAudit } from '#modules/audit/service'
import { lockTickets, readOneTicket } from './admin-tickets.ts'
import { lockAuthors, notifyAuthors } from './authors.ts'
import { auditable } from './desk-records.ts'
import { hasAddress, mailMerged } from './mails.ts'
import { isDone, renewTarget } from './targets.ts'

type Row = Awaited<ReturnType<typeof lockTickets>>[number]

const hasSameAddress = (one: Row, other: Row): boolean =>
  one.email.toLowerCase() === other.email.toLowerCase()

/**
 * Throws `validation` for tickets of two people. The account of an author decides, or the one that has confirmed the
 * address of a visitor. Two visitors are one where the address is: both are answered there.
 */
async function checkSamePerson(one: Row, other: Row): Promise<void> {
  const confirmers = await findConfirmers([one.email, other.email])
  const [owner, otherOwner] = [one, other].map(
    ({ user_id, email }) => user_id ?? confirmers.get(email.toLowerCase()),
  )
  const isSame = owner || otherOwner ? owner === otherOwner : hasSameAddress(one, other) && hasAddress(one)
  if (isSame) return
  throw invalidField(
    '/into',
    hasAddress(one) && hasSameAddress(one, other)
      ? 'These tickets share an email address, but nothing shows that one person wrote both: answer them separately'
      : 'These tickets are of two people: only tickets of one person can be merged',
  )
}

/** Opens a ticket that was done when one that is not is merged into it; what waits for an answer must not disappear. */
async function reopen(target: Row, { status }: Row): Promise<Row> {
  await database()
    .update(supportTickets)
    .set({ status, resolved_at: null })
    .where(eq(supportTickets.id, target.id))
  await renewTarget(supportTickets, [target])
  return { ...target, status }
}

/**
 * Moves what was written on a ticket to another one of the same person, in the order of time, and closes it; the other
 * one is opened where it was done and this one was not. Its writer is told once. Answers with the ticket that continues. Throws `not_found`, `validation` for itself or for tickets of
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
    await checkSamePerson(from, target)
    const isReopened = isDone(target.status) && !isDone(from.status)
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
    await mailMerged(from, target)
    await notifyAuthors(live, [
      {
        user_id: from.user_id,
        title: `Your ticket ${from.reference} continues as ${target.reference}`,
        message: target.subject,
      },
    ])
    await recordAudit(
      actor,
      {
        action: 'ticket.merge',
        entity: 'ticket',
        entityId: id,
        before: auditable(from),
        after: { ...auditable({ ...from, status: 'closed' }), merged_into: target.reference },
      },
      {
        action: 'ticket.update',
        entity: 'ticket',
        entityId: into,
        before: auditable(target),
        after: auditable(continued),
      },
    )
    return readOneTicket(into)
  })
}
