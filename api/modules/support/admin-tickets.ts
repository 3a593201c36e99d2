/** Tickets on the support desk. */
import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { RowsFile } from '#common/files'
import type { adminSupport, Ticket, TicketReply } from '#contract/admin-support'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowDatabase } from '#db/connection'
import { comesAfter, idsOfPage, readList, searchIn } from '#db/listing'
import { alphabetical } from '#db/schema/columns'
import { supportTickets, ticketReplies } from '#db/schema/support'
import { recordAudit } from '#modules/audit/service'
import { exportCsv } from '#modules/csv'
import { checkUnchanged } from '#modules/editing'
import { isMailConfigured } from '#modules/mail/outbox'
import { lockAuthors, notifyAuthors } from './authors.ts'
import {
  addNotes,
  assignedIn,
  assignedName,
  checkChange,
  type DeskChange,
  deskTimes,
  listNotes,
  lockAssignee,
} from './desk.ts'
import { auditable, entriesOf, handlingColumns } from './desk-records.ts'
import { askForFeedback, readFeedback } from './feedback.ts'
import { hasAddress, mailReply, mailTicketStatus, statusWords } from './mails.ts'
import { answeredNow, isDone, renewTarget, resolvedAt } from './targets.ts'
import { listReplies, readLastQuestion, threadColumns } from './ticket-thread.ts'

const ownColumns = getTableColumns(supportTickets)
const columns = {
  ...ownColumns,
  ...threadColumns,
  assigned_name: assignedName(supportTickets),
  merged_reference: sql<
    string | null
  >`(select reference from support_tickets as target where target.id = support_tickets.merged_into)`,
}

type TicketRow = { [Name in keyof typeof ownColumns]: (typeof supportTickets.$inferSelect)[Name] } & {
  reply_count: number
  last_author: 'user' | 'agent'
  last_message_at: Date
  assigned_name: string
  merged_reference: string | null
}

const toTicket = ({ merged_into, merged_reference, ...row }: TicketRow): Ticket => ({
  ...row,
  ...deskTimes(row),
  merged_into: merged_into && merged_reference ? { id: merged_into, reference: merged_reference } : null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_message_at: row.last_message_at.toISOString(),
})

const noSuchTicket = () => new Problem('not_found', 'There is no ticket with this id.')

function conditionOf(
  { status, search, assigned }: QueryOf<typeof adminSupport.exportTickets>,
  adminId: number,
): SQL | undefined {
  const { reference, name, email, subject, message } = supportTickets
  return and(
    status && eq(supportTickets.status, status),
    assignedIn(supportTickets.assigned_to, assigned, adminId),
    ...searchIn(search, [reference, name, email, subject, message]),
  )
}

/** A page of the tickets. */
export async function listTickets(query: QueryOf<typeof adminSupport.tickets>, adminId: number) {
  const condition = conditionOf(query, adminId)
  const sorts = {
    created_at: supportTickets.created_at,
    updated_at: supportTickets.updated_at,
    name: alphabetical(supportTickets.name),
    subject: alphabetical(supportTickets.subject),
    due: supportTickets.due,
  }
  const { rows, pagination } = await readList(query, {
    sorts,
    tie: supportTickets.id,
    rows: (slice) =>
      database()
        .select(columns)
        .from(supportTickets)
        .where(inArray(supportTickets.id, idsOfPage(supportTickets, supportTickets.id, condition, slice)))
        .orderBy(...slice.order),
    count: () => database().select({ total: count() }).from(supportTickets).where(condition),
  })
  return { tickets: rows.map(toTicket), pagination }
}

/** The tickets as a file, newest first. */
export function exportTickets(
  query: QueryOf<typeof adminSupport.exportTickets>,
  adminId: number,
): Promise<RowsFile> {
  const condition = conditionOf(query, adminId)
  const { created_at, id } = supportTickets
  return exportCsv<TicketRow>({
    columns: [
      ['Reference', ({ reference }) => reference],
      ['Received (UTC)', (row) => row.created_at.toISOString()],
      ['Name', ({ name }) => name],
      ['Email', ({ email }) => email],
      ['Category', ({ category }) => category],
      ['Priority', ({ priority }) => priority],
      ['Status', ({ status }) => status],
      ['Subject', ({ subject }) => subject],
      ['Message', ({ message }) => message],
      ['Replies', ({ reply_count }) => reply_count],
      ...handlingColumns,
      ['Changed (UTC)', ({ updated_at }) => updated_at.toISOString()],
    ],
    count: () => slowDatabase().select({ total: count() }).from(supportTickets).where(condition),
    read: (last, limit) =>
      slowDatabase()
        .select(columns)
        .from(supportTickets)
        .where(and(condition, comesAfter('<', [created_at, id], last && [last.created_at, last.id])))
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}

const findTickets = (ids: number[]) =>
  database()
    .select(columns)
    .from(supportTickets)
    .where(inArray(supportTickets.id, ids))
    .orderBy(asc(supportTickets.id))

/** One ticket, without its thread. Throws `not_found`. */
export async function readOneTicket(id: number): Promise<Ticket> {
  const [row] = await findTickets([id])
  if (!row) throw noSuchTicket()
  return toTicket(row)
}

type ReplyRow = Awaited<ReturnType<typeof listReplies>>[number]

const toReply = ({ admin, created_at, ...row }: ReplyRow, writer: string): TicketReply => ({
  ...row,
  author: row.by === 'user' ? writer : admin,
  created_at: created_at.toISOString(),
})

/** A ticket with its replies and follow-ups. Throws `not_found`. */
export async function readTicket(id: number) {
  const [[ticket], replies] = await Promise.all([findTickets([id]), listReplies(id)])
  if (!ticket) throw noSuchTicket()
  return {
    ticket: toTicket(ticket),
    replies: replies.map((row) => toReply(row, ticket.name)),
    notes: await listNotes('ticket_id', id),
    feedback: await readFeedback('ticket_id', id),
    mail_configured: isMailConfigured(),
  }
}

interface TicketChange extends DeskChange<Ticket['status']> {
  ids: number[]
}

/** Locks tickets in the order of their ids. Throws `not_found` unless all are there, `conflict` for a merged one. */
export async function lockTickets(ids: number[]) {
  const rows = await database()
    .select()
    .from(supportTickets)
    .where(inArray(supportTickets.id, ids))
    .orderBy(asc(supportTickets.id))
    .for('no key update')
  if (rows.length !== ids.length) throw noSuchTicket()
  const merged = rows.find(({ merged_into }) => merged_into !== null)
  if (merged)
    throw new Problem('conflict', `${merged.reference} was merged into another ticket. Work on that one.`)
  return rows
}

/**
 * Sets the status of tickets or assigns them, all of them or none, and mails the writers of tickets whose status
 * changed. One ticket can also get a note for the team. Throws `not_found`, `stale_write`, and `conflict` for a ticket
 * that was merged.
 */
export function changeTickets(
  { ids, status, assigned_to, internal_note }: TicketChange,
  actor: Actor,
  readAt?: string,
): Promise<Ticket[]> {
  checkChange({ status, assigned_to, internal_note })
  return inTransaction(async () => {
    const wanted = [...new Set(ids)]
    await lockAssignee(assigned_to)
    const live = await lockAuthors(supportTickets, inArray(supportTickets.id, wanted))
    const before = await lockTickets(wanted)
    for (const row of before) checkUnchanged(row, readAt, 'ticket')
    if (status !== undefined || assigned_to !== undefined) {
      await database()
        .update(supportTickets)
        .set({
          ...(assigned_to !== undefined && { assigned_to }),
          ...(status !== undefined && { status, resolved_at: resolvedAt(status) }),
        })
        .where(inArray(supportTickets.id, wanted))
    }
    if (status !== undefined) await tellStatus(before, status, live)
    const noteIds = await addNotes('ticket_id', wanted, internal_note, actor)
    const [first, ...others] = entriesOf(
      { action: 'ticket.update', entity: 'ticket' },
      before,
      { status, assigned_to },
      noteIds,
    )
    const after = await findTickets(wanted)
    if (first) await recordAudit(actor, first, ...others)
    return after.map(toTicket)
  })
}

/** Renews the target of tickets that are open again, and tells the writers about another status. */
async function tellStatus(
  before: (typeof supportTickets.$inferSelect)[],
  status: Ticket['status'],
  live: ReadonlySet<number>,
): Promise<void> {
  const told = before.filter((row) => row.status !== status).map((row) => ({ ...row, status }))
  const again = isDone(status) ? [] : told.filter(({ resolved_at }) => resolved_at !== null)
  await renewTarget(supportTickets, again)
  const asked = await askForFeedback('ticket_id', isDone(status) ? told : [])
  await mailTicketStatus(told, asked)
  await notifyAuthors(
    live,
    told.map(({ user_id, reference, subject }) => ({
      user_id,
      title: `Your ticket ${reference} is ${statusWords[status]}`,
      message: subject,
    })),
  )
}

/**
 * Replies to a ticket: stores the reply, and mails it with the new status, if any. Throws `not_found`, and `conflict`
 * when the writer was deleted.
 */
export function replyToTicket(
  id: number,
  { message, status }: BodyOf<typeof adminSupport.reply>,
  actor: Actor,
) {
  return inTransaction(async () => {
    const live = await lockAuthors(supportTickets, eq(supportTickets.id, id))
    const [ticket] = await database()
      .select()
      .from(supportTickets)
      .where(eq(supportTickets.id, id))
      .for('update')
    if (!ticket) throw noSuchTicket()
    if (ticket.merged_into !== null) {
      throw new Problem('conflict', `${ticket.reference} was merged into another ticket. Reply to that one.`)
    }
    if (!hasAddress(ticket)) {
      throw new Problem(
        'conflict',
        'The writer of this ticket was deleted: there is no email address to reply to.',
      )
    }
    const after = { ...ticket, status: status ?? ticket.status }
    await database()
      .update(supportTickets)
      .set({
        first_answered_at: answeredNow,
        ...(after.status !== ticket.status && {
          status: after.status,
          resolved_at: resolvedAt(after.status),
        }),
      })
      .where(eq(supportTickets.id, id))
    if (ticket.resolved_at && !isDone(after.status)) await renewTarget(supportTickets, [ticket])
    const isNewlyDone = isDone(after.status) && !isDone(ticket.status)
    const asked = await askForFeedback('ticket_id', isNewlyDone ? [ticket] : [])
    const question = await readLastQuestion(ticket)
    const mailId = await mailReply(
      { ...after, message: question, rateUrl: asked.get(id) },
      message,
      ticket.status,
    )
    const [stored] = await database()
      .insert(ticketReplies)
      .values({ ticket_id: id, admin_id: actor.adminId, message, mail_id: mailId })
      .returning({ id: ticketReplies.id })
    await notifyAuthors(live, [
      { user_id: ticket.user_id, title: `Reply to your ticket ${ticket.reference}`, message: ticket.subject },
    ])
    // Another reply, whose transaction began later, may be newer.
    const [reply] = await listReplies(id, 1, stored?.id ?? 0)
    if (!reply) throw new Error('An insert returned no row')
    await recordAudit(actor, {
      action: 'ticket.reply',
      entity: 'ticket',
      entityId: id,
      before: auditable(ticket),
      after: { ...auditable(after), reply_id: reply.id },
    })
    return { reply: toReply(reply, ticket.name), mail_configured: isMailConfigured() }
  })
}
