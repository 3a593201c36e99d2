/** Tickets on the support desk. */
import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
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
import { hasAddress, mailReply, mailTicketStatus, statusWords } from './mails.ts'
import { listReplies, readLastQuestion, threadColumns } from './ticket-thread.ts'

const ownColumns = getTableColumns(supportTickets)
const columns = { ...ownColumns, ...threadColumns }

type TicketRow = { [Name in keyof typeof ownColumns]: (typeof supportTickets.$inferSelect)[Name] } & {
  reply_count: number
  last_author: 'user' | 'agent'
  last_message_at: Date
}

const toTicket = (row: TicketRow): Ticket => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_message_at: row.last_message_at.toISOString(),
})

const noSuchTicket = () => new Problem('not_found', 'There is no ticket with this id.')

/** The log outlives the writer's data: it contains the ticket, not the person. */
const auditable = ({ id, reference, status }: Pick<Ticket, 'id' | 'reference' | 'status'>) => ({
  id,
  reference,
  status,
})

function conditionOf({ status, search }: QueryOf<typeof adminSupport.exportTickets>): SQL | undefined {
  const { reference, name, email, subject, message } = supportTickets
  return and(
    status && eq(supportTickets.status, status),
    ...searchIn(search, [reference, name, email, subject, message]),
  )
}

/** A page of the tickets. */
export async function listTickets(query: QueryOf<typeof adminSupport.tickets>) {
  const condition = conditionOf(query)
  const sorts = {
    created_at: supportTickets.created_at,
    updated_at: supportTickets.updated_at,
    name: alphabetical(supportTickets.name),
    subject: alphabetical(supportTickets.subject),
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
export function exportTickets(query: QueryOf<typeof adminSupport.exportTickets>): Promise<RowsFile> {
  const condition = conditionOf(query)
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
    mail_configured: isMailConfigured(),
  }
}

/** Sets the status of tickets, all of them or none, and mails the writers of tickets whose status changed. */
export function setTicketStatus(
  { ids, status }: BodyOf<typeof adminSupport.setTickets>,
  actor: Actor,
  readAt?: string,
): Promise<Ticket[]> {
  return inTransaction(async () => {
    const wanted = [...new Set(ids)]
    const live = await lockAuthors(supportTickets, inArray(supportTickets.id, wanted))
    const before = await database()
      .select()
      .from(supportTickets)
      .where(inArray(supportTickets.id, wanted))
      .orderBy(asc(supportTickets.id))
      .for('no key update')
    if (before.length !== wanted.length) throw noSuchTicket()
    for (const row of before) checkUnchanged(row, readAt, 'ticket')
    await database().update(supportTickets).set({ status }).where(inArray(supportTickets.id, wanted))
    const changed = before.filter((row) => row.status !== status).map((row) => ({ ...row, status }))
    await mailTicketStatus(changed)
    await notifyAuthors(
      live,
      changed.map(({ user_id, reference, subject }) => ({
        user_id,
        title: `Your ticket ${reference} is ${statusWords[status]}`,
        message: subject,
      })),
    )
    const [first, ...others] = before.map((row) => ({
      action: 'ticket.update',
      entity: 'ticket',
      entityId: row.id,
      before: auditable(row),
      after: auditable({ ...row, status }),
    }))
    const after = await findTickets(wanted)
    if (first) await recordAudit(actor, first, ...others)
    return after.map(toTicket)
  })
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
    if (!hasAddress(ticket)) {
      throw new Problem(
        'conflict',
        'The writer of this ticket was deleted: there is no email address to reply to.',
      )
    }
    const after = { ...ticket, status: status ?? ticket.status }
    if (after.status !== ticket.status) {
      await database().update(supportTickets).set({ status }).where(eq(supportTickets.id, id))
    }
    const question = await readLastQuestion(ticket)
    const mailId = await mailReply({ ...after, message: question }, message, ticket.status)
    const [stored] = await database()
      .insert(ticketReplies)
      .values({ ticket_id: id, admin_id: actor.adminId, message, mail_id: mailId })
      .returning({ id: ticketReplies.id })
    await notifyAuthors(live, [
      { user_id: ticket.user_id, title: `Reply to your ticket ${ticket.reference}`, message: ticket.subject },
    ])
    const [reply] = await listReplies(id, 1)
    if (!reply || reply.id !== stored?.id) throw new Error('An insert returned no row')
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
