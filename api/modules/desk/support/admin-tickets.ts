/** Tickets, as the team handles them. */
import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { exportCsv } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertUnchanged } from '#common/optimistic-lock'
import type { adminSupport, Ticket, TicketReply } from '#contract/desk/admin-support'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import { keysetCondition, listPage, selectPageIds } from '#db/list-queries'
import { collateAlphabetically } from '#db/schema/column-types'
import { supportTickets, ticketReplies } from '#db/schema/desk/support'
import { isEmailConfigured } from '#modules/messaging/email/outbox'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { createFeedbackRequests, getFeedback } from './feedback.ts'
import {
  type Authors,
  accountEmail,
  atPresentAddress,
  lockAuthors,
  notifyAuthors,
  searchWritten,
} from './notify-authors.ts'
import { firstResponseNow, isResolved, resetResolutionTarget, selectResolvedAt } from './response-targets.ts'
import { assignmentColumns, buildAuditEntries, toAuditedItem } from './support-audit.ts'
import {
  hasReachableEmail,
  queueReplyEmail,
  queueTicketStatusEmails,
  statusLabels,
} from './support-emails.ts'
import {
  addNotes,
  assertNotEmptyChange,
  assigneeCondition,
  listNotes,
  lockAssignee,
  type SupportItemChange,
  selectAssigneeName,
  toSupportItemTimestamps,
} from './support-items.ts'
import { getLastQuestion, listReplies, threadColumns } from './ticket-thread.ts'

const ownColumns = getTableColumns(supportTickets)
const columns = {
  ...ownColumns,
  ...threadColumns,
  account_email: accountEmail(supportTickets),
  assigned_name: selectAssigneeName(supportTickets),
  merged_reference: sql<
    string | null
  >`(select reference from support_tickets as target where target.id = support_tickets.merged_into)`,
}

type TicketRow = { [Name in keyof typeof ownColumns]: (typeof supportTickets.$inferSelect)[Name] } & {
  reply_count: number
  last_author: 'user' | 'agent'
  last_message_at: Date
  account_email: string | null
  assigned_name: string
  merged_reference: string | null
}

const toTicket = ({ merged_into, merged_reference, ...row }: TicketRow): Ticket => ({
  ...row,
  ...toSupportItemTimestamps(row),
  merged_into: merged_into && merged_reference ? { id: merged_into, reference: merged_reference } : null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_message_at: row.last_message_at.toISOString(),
})

const noSuchTicket = () => new Problem('not_found', 'Ticket not found.')

function conditionOf(
  { status, search, assigned }: QueryOf<typeof adminSupport.exportTickets>,
  adminId: number,
): SQL | undefined {
  const { reference, name, email, subject, message } = supportTickets
  return and(
    status && eq(supportTickets.status, status),
    assigneeCondition(supportTickets.assigned_to, assigned, adminId),
    ...searchWritten(search, supportTickets, [reference, name, email, subject, message]),
  )
}

export async function listTickets(query: QueryOf<typeof adminSupport.listTickets>, adminId: number) {
  const condition = conditionOf(query, adminId)
  const sorts = {
    created_at: supportTickets.created_at,
    updated_at: supportTickets.updated_at,
    name: collateAlphabetically(supportTickets.name),
    subject: collateAlphabetically(supportTickets.subject),
    due: supportTickets.due,
  }
  const { rows, pagination } = await listPage(query, {
    sorts,
    tie: supportTickets.id,
    rows: (slice) =>
      database()
        .select(columns)
        .from(supportTickets)
        .where(inArray(supportTickets.id, selectPageIds(supportTickets, supportTickets.id, condition, slice)))
        .orderBy(...slice.order),
    count: () => database().select({ total: count() }).from(supportTickets).where(condition),
  })
  return { tickets: rows.map(toTicket), pagination }
}

/** The tickets as a file, newest first. */
export function exportTickets(
  query: QueryOf<typeof adminSupport.exportTickets>,
  adminId: number,
): Promise<GeneratedFile> {
  const condition = conditionOf(query, adminId)
  const { created_at, id } = supportTickets
  return exportCsv<TicketRow>({
    columns: [
      ['Reference', ({ reference }) => reference],
      ['Received (UTC)', (row) => row.created_at.toISOString()],
      ['Name', ({ name }) => name],
      ['Email', ({ account_email, email }) => account_email ?? email],
      ['Category', ({ category }) => category],
      ['Priority', ({ priority }) => priority],
      ['Status', ({ status }) => status],
      ['Subject', ({ subject }) => subject],
      ['Message', ({ message }) => message],
      ['Replies', ({ reply_count }) => reply_count],
      ...assignmentColumns,
      ['Updated (UTC)', ({ updated_at }) => updated_at.toISOString()],
    ],
    count: () => slowQueryDatabase().select({ total: count() }).from(supportTickets).where(condition),
    read: (last, limit) =>
      slowQueryDatabase()
        .select(columns)
        .from(supportTickets)
        .where(and(condition, keysetCondition('<', [created_at, id], last && [last.created_at, last.id])))
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
export async function getTicketSummary(id: number): Promise<Ticket> {
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
export async function getTicket(id: number) {
  const [[ticket], replies] = await Promise.all([findTickets([id]), listReplies(id)])
  if (!ticket) throw noSuchTicket()
  return {
    ticket: toTicket(ticket),
    replies: replies.map((row) => toReply(row, ticket.name)),
    notes: await listNotes('ticket_id', id),
    feedback: await getFeedback('ticket_id', id),
    mail_configured: isEmailConfigured(),
  }
}

interface TicketChange extends SupportItemChange<Ticket['status']> {
  ids: number[]
}

/**
 * Locks tickets in the order of their ids. Throws `not_found` unless all exist, and `conflict` for a merged
 * one.
 */
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
    throw new Problem(
      'conflict',
      `${merged.reference} has been merged into another ticket. Use that ticket instead.`,
    )
  return rows
}

/**
 * Sets the status of tickets or assigns them, all or none, and emails the authors of tickets whose status
 * changed. A single ticket can also get an internal note. Throws `not_found`, `stale_write`, and `conflict`
 * for a merged ticket.
 */
export function updateTickets(
  { ids, status, assigned_to, internal_note }: TicketChange,
  actor: Actor,
  readAt?: string,
): Promise<Ticket[]> {
  assertNotEmptyChange({ status, assigned_to, internal_note })
  return inTransaction(async () => {
    const wanted = [...new Set(ids)]
    await lockAssignee(assigned_to)
    const live = await lockAuthors(supportTickets, inArray(supportTickets.id, wanted))
    const before = await lockTickets(wanted)
    for (const row of before) assertUnchanged(row, readAt, 'ticket')
    if (status !== undefined || assigned_to !== undefined) {
      await database()
        .update(supportTickets)
        .set({
          ...(assigned_to !== undefined && { assigned_to }),
          ...(status !== undefined && { status, resolved_at: selectResolvedAt(status) }),
        })
        .where(inArray(supportTickets.id, wanted))
    }
    if (status !== undefined) await tellStatus(before, status, live)
    const noteIds = await addNotes('ticket_id', wanted, internal_note, actor)
    const [first, ...others] = buildAuditEntries(
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

/** Renews the target of reopened tickets, and informs the authors of status changes. */
async function tellStatus(
  before: (typeof supportTickets.$inferSelect)[],
  status: Ticket['status'],
  live: Authors,
): Promise<void> {
  const told = before
    .filter((row) => row.status !== status)
    .map((row) => atPresentAddress(live, { ...row, status }))
  const again = isResolved(status) ? [] : told.filter(({ resolved_at }) => resolved_at !== null)
  await resetResolutionTarget(supportTickets, again)
  const asked = await createFeedbackRequests('ticket_id', isResolved(status) ? told : [])
  await queueTicketStatusEmails(told, asked)
  await notifyAuthors(
    live,
    told.map(({ user_id, reference, subject }) => ({
      user_id,
      title: `Your ticket ${reference} is ${statusLabels[status]}`,
      message: subject,
    })),
  )
}

/**
 * Replies to a ticket: stores the reply, and emails it with the new status, if any. Throws `not_found`, and
 * `conflict` if the author's account was deleted.
 */
export function replyToTicket(
  id: number,
  { message, status }: BodyOf<typeof adminSupport.replyToTicket>,
  actor: Actor,
) {
  return inTransaction(async () => {
    const live = await lockAuthors(supportTickets, eq(supportTickets.id, id))
    const [row] = await database()
      .select()
      .from(supportTickets)
      .where(eq(supportTickets.id, id))
      .for('update')
    if (!row) throw noSuchTicket()
    const ticket = atPresentAddress(live, row)
    if (ticket.merged_into !== null) {
      throw new Problem(
        'conflict',
        `${ticket.reference} has been merged into another ticket. Reply there instead.`,
      )
    }
    if (!hasReachableEmail(ticket)) {
      throw new Problem(
        'conflict',
        'The author of this ticket has been deleted, so there is no email address to reply to.',
      )
    }
    const after = { ...ticket, status: status ?? ticket.status }
    await database()
      .update(supportTickets)
      .set({
        first_answered_at: firstResponseNow,
        ...(after.status !== ticket.status && {
          status: after.status,
          resolved_at: selectResolvedAt(after.status),
        }),
      })
      .where(eq(supportTickets.id, id))
    if (ticket.resolved_at && !isResolved(after.status)) await resetResolutionTarget(supportTickets, [ticket])
    const isNewlyDone = isResolved(after.status) && !isResolved(ticket.status)
    const asked = await createFeedbackRequests('ticket_id', isNewlyDone ? [ticket] : [])
    const question = await getLastQuestion(ticket)
    const mailId = await queueReplyEmail(
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
      before: toAuditedItem(ticket),
      after: { ...toAuditedItem(after), reply_id: reply.id },
    })
    return { reply: toReply(reply, ticket.name), mail_configured: isEmailConfigured() }
  })
}
