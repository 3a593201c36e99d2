/** Chats, as the team handles them. */
import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { exportCsv } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertUnchanged } from '#common/optimistic-lock'
import type { adminSupport, Chat } from '#contract/desk/admin-support'
import type { ChatMessage } from '#contract/desk/support'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import { keysetCondition, listPage, selectPageIds } from '#db/list-queries'
import { collateAlphabetically } from '#db/schema/column-types'
import { chatMessages, chatSessions } from '#db/schema/desk/support'
import { isEmailConfigured } from '#modules/messaging/email/outbox'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { listChatMessages } from './contact-requests.ts'
import { createFeedbackRequests, getFeedback } from './feedback.ts'
import {
  type Authors,
  accountEmail,
  atPresentAddress,
  lockAuthors,
  notifyAuthors,
  searchWritten,
} from './notify-authors.ts'
import { firstResponseNow, resetResolutionTarget, selectResolvedAt } from './response-targets.ts'
import { assignmentColumns, buildAuditEntries, toAuditedItem } from './support-audit.ts'
import { hasReachableEmail, queueChatClosedEmails } from './support-emails.ts'
import {
  addNotes,
  assertNotEmptyChange,
  assertUndoable,
  assigneeCondition,
  listNotes,
  lockAssignee,
  type SupportItemChange,
  selectAssigneeName,
  toSupportItemTimestamps,
} from './support-items.ts'

const ofSession = sql.raw('from chat_messages as m where m.chat_session_id = chat_sessions.id')
const newest = sql.raw('order by m.id desc limit 1')
const ownColumns = getTableColumns(chatSessions)
const columns = {
  ...ownColumns,
  message: sql<string>`coalesce((select m.message ${ofSession} ${newest}), '')`,
  last_author: sql<'user' | 'agent'>`coalesce((select m.author ${ofSession} ${newest}), 'user')`,
  message_count: sql<number>`(select count(*) ${ofSession})`.mapWith(Number),
  account_email: accountEmail(chatSessions),
  assigned_name: selectAssigneeName(chatSessions),
}

type OwnRow = { [Name in keyof typeof ownColumns]: (typeof chatSessions.$inferSelect)[Name] }
type ChatRow = OwnRow &
  Pick<Chat, 'message' | 'last_author' | 'message_count' | 'account_email' | 'assigned_name'>

const toChat = (row: ChatRow): Chat => ({
  ...row,
  ...toSupportItemTimestamps(row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_message_at: row.last_message_at.toISOString(),
})

const noSuchChat = () => new Problem('not_found', 'Chat not found.')

/** A chat by its session id or its number. */
const named = (id: string): SQL =>
  /^\d+$/.test(id) ? eq(chatSessions.id, Number(id)) : eq(chatSessions.session_id, id)

function conditionOf(
  { status, search, assigned }: QueryOf<typeof adminSupport.exportChats>,
  adminId: number,
): SQL | undefined {
  const { reference, name, email } = chatSessions
  const said = sql`(select string_agg(m.message, ' ') ${ofSession})`
  return and(
    status && eq(chatSessions.status, status),
    assigneeCondition(chatSessions.assigned_to, assigned, adminId),
    ...searchWritten(search, chatSessions, [reference, name, email, said]),
  )
}

export async function listChats(query: QueryOf<typeof adminSupport.listChats>, adminId: number) {
  const condition = conditionOf(query, adminId)
  const sorts = {
    last_message_at: chatSessions.last_message_at,
    created_at: chatSessions.created_at,
    name: collateAlphabetically(chatSessions.name),
    due: chatSessions.due,
  }
  const { rows, pagination } = await listPage(query, {
    sorts,
    tie: chatSessions.id,
    rows: (slice) =>
      database()
        .select(columns)
        .from(chatSessions)
        .where(inArray(chatSessions.id, selectPageIds(chatSessions, chatSessions.id, condition, slice)))
        .orderBy(...slice.order),
    count: () => database().select({ total: count() }).from(chatSessions).where(condition),
  })
  return { chat_sessions: rows.map(toChat), pagination }
}

/** The chats as a file, newest first, by a time that a new message does not change. */
export function exportChats(
  query: QueryOf<typeof adminSupport.exportChats>,
  adminId: number,
): Promise<GeneratedFile> {
  const condition = conditionOf(query, adminId)
  const { created_at, id } = chatSessions
  return exportCsv<ChatRow>({
    columns: [
      ['Reference', ({ reference }) => reference],
      ['Started (UTC)', (row) => row.created_at.toISOString()],
      ['Name', ({ name }) => name],
      ['Email', ({ account_email, email }) => account_email ?? email],
      ['Status', ({ status }) => status],
      ['Messages', ({ message_count }) => message_count],
      ['Last message (UTC)', ({ last_message_at }) => last_message_at.toISOString()],
      ['Last message by', ({ last_author }) => (last_author === 'agent' ? 'team' : 'visitor')],
      ['Last message', ({ message }) => message],
      ...assignmentColumns,
    ],
    count: () => slowQueryDatabase().select({ total: count() }).from(chatSessions).where(condition),
    read: (last, limit) =>
      slowQueryDatabase()
        .select(columns)
        .from(chatSessions)
        .where(and(condition, keysetCondition('<', [created_at, id], last && [last.created_at, last.id])))
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}

const findChats = (condition: SQL) =>
  database().select(columns).from(chatSessions).where(condition).orderBy(asc(chatSessions.id))

/** A chat with its messages. Throws `not_found`. */
export async function getChat(id: string) {
  const [row] = await findChats(named(id))
  if (!row) throw noSuchChat()
  return {
    chat_session: toChat(row),
    messages: await listChatMessages(row.session_id),
    notes: await listNotes('chat_id', row.id),
    feedback: await getFeedback('chat_id', row.id),
    mail_configured: isEmailConfigured(),
  }
}

type ChatChange = SupportItemChange<Chat['status']>

/** Changes the chats that match a condition, of which there are `expected`. */
function change(
  condition: SQL,
  expected: number,
  { status, assigned_to, internal_note, undo }: ChatChange,
  actor: Actor,
  readAt?: string,
): Promise<Chat[]> {
  assertNotEmptyChange({ status, assigned_to, internal_note })
  return inTransaction(async () => {
    await lockAssignee(assigned_to)
    const live = await lockAuthors(chatSessions, condition)
    const before = await database()
      .select()
      .from(chatSessions)
      .where(condition)
      .orderBy(asc(chatSessions.id))
      .for('no key update')
    if (before.length !== expected) throw noSuchChat()
    for (const row of before) assertUnchanged(row, readAt, 'chat')
    if (undo) {
      const wasSilent = (row: OwnRow) =>
        row.status === 'closed' && (row.email === '' || !hasReachableEmail(row))
      assertUndoable(before, status === 'open', wasSilent)
    }
    if (status !== undefined || assigned_to !== undefined) {
      await database()
        .update(chatSessions)
        .set({
          ...(assigned_to !== undefined && { assigned_to }),
          ...(status !== undefined && { status, resolved_at: selectResolvedAt(status) }),
        })
        .where(condition)
    }
    if (status === 'open' && !undo) {
      await resetResolutionTarget(
        chatSessions,
        before.filter(({ resolved_at }) => resolved_at !== null),
      )
    } else if (status === 'closed') await askWriters(before, live)
    const noteIds = await addNotes(
      'chat_id',
      before.map(({ id }) => id),
      internal_note,
      actor,
    )
    const after = await findChats(condition)
    const [first, ...others] = buildAuditEntries(
      { action: 'chat.update', entity: 'chat_session' },
      before,
      { status, assigned_to },
      noteIds,
    )
    if (first) await recordAudit(actor, first, ...others)
    return after.map(toChat)
  })
}

/** Sends a satisfaction survey to the visitors whose chat was open until now. */
async function askWriters(before: OwnRow[], live: Authors): Promise<void> {
  const closed = before.filter(({ status }) => status !== 'closed').map((row) => atPresentAddress(live, row))
  const asked = await createFeedbackRequests('chat_id', closed)
  await queueChatClosedEmails(
    closed.flatMap((row) => {
      const rateUrl = asked.get(row.id)
      return rateUrl === undefined ? [] : [{ ...row, rateUrl }]
    }),
  )
}

/**
 * Closes, reopens or assigns chats, all or none. Throws `not_found`, and `conflict` for a change that can no
 * longer be undone.
 */
export const updateChats = ({ ids, ...parts }: BodyOf<typeof adminSupport.updateChats>, actor: Actor) =>
  change(inArray(chatSessions.id, ids), new Set(ids).size, parts, actor)

/** Closes, reopens or assigns a chat, or adds an internal note. Throws `not_found` and `stale_write`. */
export async function updateChat(
  id: string,
  { updated_at, ...parts }: BodyOf<typeof adminSupport.updateChat>,
  actor: Actor,
): Promise<Chat> {
  const [chat] = await change(named(id), 1, parts, actor, updated_at)
  if (!chat) throw noSuchChat()
  return chat
}

/** Characters of a reply shown in its notification. */
const PREVIEW = 200

/** Adds the team's reply to a chat, and optionally closes it. Throws `not_found`. */
export function replyToChat(
  id: string,
  { message, status = 'open' }: BodyOf<typeof adminSupport.replyToChat>,
  actor: Actor,
): Promise<ChatMessage> {
  return inTransaction(async () => {
    const live = await lockAuthors(chatSessions, named(id))
    const [before] = await database().select().from(chatSessions).where(named(id)).for('no key update')
    if (!before) throw noSuchChat()
    const [chat] = await database()
      .update(chatSessions)
      .set({
        status,
        last_message_at: sql`now()`,
        first_answered_at: firstResponseNow,
        resolved_at: selectResolvedAt(status),
      })
      .where(named(id))
      .returning()
    if (!chat) throw noSuchChat()
    if (status === 'closed') await askWriters([before], live)
    else if (before.resolved_at) await resetResolutionTarget(chatSessions, [before])
    const [row] = await database()
      .insert(chatMessages)
      .values({ chat_session_id: chat.id, author: 'agent', admin_id: actor.adminId, message })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    await notifyAuthors(live, [
      {
        user_id: chat.user_id,
        title: `Reply in your chat ${chat.reference}`,
        message: message.slice(0, PREVIEW),
      },
    ])
    await recordAudit(actor, {
      action: 'chat.answer',
      entity: 'chat_session',
      entityId: chat.id,
      after: { ...toAuditedItem(chat), message_id: row.id },
    })
    return { id: row.id, author: row.author, message: row.message, created_at: row.created_at.toISOString() }
  })
}
