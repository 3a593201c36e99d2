/** Conversations on the support desk. */
import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { RowsFile } from '#common/files'
import type { adminSupport, ChatSession } from '#contract/admin-support'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import type { ChatMessage } from '#contract/support'
import { database, inTransaction, slowDatabase } from '#db/connection'
import { comesAfter, idsOfPage, readList, searchIn } from '#db/listing'
import { alphabetical } from '#db/schema/columns'
import { chatMessages, chatSessions } from '#db/schema/support'
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
  checkUndo,
  type DeskChange,
  deskTimes,
  listNotes,
  lockAssignee,
} from './desk.ts'
import { auditable, entriesOf, handlingColumns } from './desk-records.ts'
import { askForFeedback, readFeedback } from './feedback.ts'
import { hasAddress, mailChatsClosed } from './mails.ts'
import { readChat } from './service.ts'
import { answeredNow, renewTarget, resolvedAt } from './targets.ts'

const ofSession = sql.raw('from chat_messages as m where m.chat_session_id = chat_sessions.id')
const newest = sql.raw('order by m.id desc limit 1')
const ownColumns = getTableColumns(chatSessions)
const columns = {
  ...ownColumns,
  message: sql<string>`coalesce((select m.message ${ofSession} ${newest}), '')`,
  last_author: sql<'user' | 'agent'>`coalesce((select m.author ${ofSession} ${newest}), 'user')`,
  message_count: sql<number>`(select count(*) ${ofSession})`.mapWith(Number),
  assigned_name: assignedName(chatSessions),
}

type OwnRow = { [Name in keyof typeof ownColumns]: (typeof chatSessions.$inferSelect)[Name] }
type ChatRow = OwnRow & Pick<ChatSession, 'message' | 'last_author' | 'message_count' | 'assigned_name'>

const toChat = (row: ChatRow): ChatSession => ({
  ...row,
  ...deskTimes(row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_message_at: row.last_message_at.toISOString(),
})

const noSuchChat = () => new Problem('not_found', 'There is no conversation with this id.')

/** A conversation by its session id or its number. */
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
    assignedIn(chatSessions.assigned_to, assigned, adminId),
    ...searchIn(search, [reference, name, email, said]),
  )
}

/** A page of the conversations. */
export async function listChats(query: QueryOf<typeof adminSupport.chats>, adminId: number) {
  const condition = conditionOf(query, adminId)
  const sorts = {
    last_message_at: chatSessions.last_message_at,
    created_at: chatSessions.created_at,
    name: alphabetical(chatSessions.name),
    due: chatSessions.due,
  }
  const { rows, pagination } = await readList(query, {
    sorts,
    tie: chatSessions.id,
    rows: (slice) =>
      database()
        .select(columns)
        .from(chatSessions)
        .where(inArray(chatSessions.id, idsOfPage(chatSessions, chatSessions.id, condition, slice)))
        .orderBy(...slice.order),
    count: () => database().select({ total: count() }).from(chatSessions).where(condition),
  })
  return { chat_sessions: rows.map(toChat), pagination }
}

/** The conversations as a file, newest first: by a time that a new message does not change. */
export function exportChats(
  query: QueryOf<typeof adminSupport.exportChats>,
  adminId: number,
): Promise<RowsFile> {
  const condition = conditionOf(query, adminId)
  const { created_at, id } = chatSessions
  return exportCsv<ChatRow>({
    columns: [
      ['Reference', ({ reference }) => reference],
      ['Begun (UTC)', (row) => row.created_at.toISOString()],
      ['Name', ({ name }) => name],
      ['Email', ({ email }) => email],
      ['Status', ({ status }) => status],
      ['Messages', ({ message_count }) => message_count],
      ['Last message (UTC)', ({ last_message_at }) => last_message_at.toISOString()],
      ['Last message by', ({ last_author }) => (last_author === 'agent' ? 'team' : 'visitor')],
      ['Last message', ({ message }) => message],
      ...handlingColumns,
    ],
    count: () => slowDatabase().select({ total: count() }).from(chatSessions).where(condition),
    read: (last, limit) =>
      slowDatabase()
        .select(columns)
        .from(chatSessions)
        .where(and(condition, comesAfter('<', [created_at, id], last && [last.created_at, last.id])))
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}

const findChats = (condition: SQL) =>
  database().select(columns).from(chatSessions).where(condition).orderBy(asc(chatSessions.id))

/** A conversation with its messages. Throws `not_found`. */
export async function readChatSession(id: string) {
  const [row] = await findChats(named(id))
  if (!row) throw noSuchChat()
  return {
    chat_session: toChat(row),
    messages: await readChat(row.session_id),
    notes: await listNotes('chat_id', row.id),
    feedback: await readFeedback('chat_id', row.id),
    mail_configured: isMailConfigured(),
  }
}

type ChatChange = DeskChange<ChatSession['status']>

/** Changes the conversations that match a condition, of which there are `expected`. */
function change(
  condition: SQL,
  expected: number,
  { status, assigned_to, internal_note, undo }: ChatChange,
  actor: Actor,
  readAt?: string,
): Promise<ChatSession[]> {
  checkChange({ status, assigned_to, internal_note })
  return inTransaction(async () => {
    await lockAssignee(assigned_to)
    // A mail refers to its owner.
    await lockAuthors(chatSessions, condition)
    const before = await database()
      .select()
      .from(chatSessions)
      .where(condition)
      .orderBy(asc(chatSessions.id))
      .for('no key update')
    if (before.length !== expected) throw noSuchChat()
    for (const row of before) checkUnchanged(row, readAt, 'conversation')
    if (undo) {
      const wasSilent = (row: OwnRow) => row.status === 'closed' && (row.email === '' || !hasAddress(row))
      checkUndo(before, status === 'open', wasSilent)
    }
    if (status !== undefined || assigned_to !== undefined) {
      await database()
        .update(chatSessions)
        .set({
          ...(assigned_to !== undefined && { assigned_to }),
          ...(status !== undefined && { status, resolved_at: resolvedAt(status) }),
        })
        .where(condition)
    }
    if (status === 'open' && !undo) {
      await renewTarget(
        chatSessions,
        before.filter(({ resolved_at }) => resolved_at !== null),
      )
    } else if (status === 'closed') await askWriters(before)
    const noteIds = await addNotes(
      'chat_id',
      before.map(({ id }) => id),
      internal_note,
      actor,
    )
    const after = await findChats(condition)
    const [first, ...others] = entriesOf(
      { action: 'chat.update', entity: 'chat_session' },
      before,
      { status, assigned_to },
      noteIds,
    )
    if (first) await recordAudit(actor, first, ...others)
    return after.map(toChat)
  })
}

/** Asks the visitors whose conversation was open until now how it was. */
async function askWriters(before: OwnRow[]): Promise<void> {
  const closed = before.filter(({ status }) => status !== 'closed')
  const asked = await askForFeedback('chat_id', closed)
  await mailChatsClosed(
    closed.flatMap((row) => {
      const rateUrl = asked.get(row.id)
      return rateUrl === undefined ? [] : [{ ...row, rateUrl }]
    }),
  )
}

/**
 * Closes, reopens or assigns conversations, all of them or none. Throws `not_found`, and `conflict` for what can no
 * longer be taken back.
 */
export const changeChats = ({ ids, ...parts }: BodyOf<typeof adminSupport.setChats>, actor: Actor) =>
  change(inArray(chatSessions.id, ids), new Set(ids).size, parts, actor)

/** Closes, reopens or assigns a conversation, or adds a note for the team. Throws `not_found` and `stale_write`. */
export async function changeChat(
  id: string,
  { updated_at, ...parts }: BodyOf<typeof adminSupport.setChat>,
  actor: Actor,
): Promise<ChatSession> {
  const [chat] = await change(named(id), 1, parts, actor, updated_at)
  if (!chat) throw noSuchChat()
  return chat
}

/** Characters of a reply in its notification. */
const PREVIEW = 200

/** Adds the team's reply to a conversation, and optionally closes it. Throws `not_found`. */
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
        first_answered_at: answeredNow,
        resolved_at: resolvedAt(status),
      })
      .where(named(id))
      .returning()
    if (!chat) throw noSuchChat()
    if (status === 'closed') await askWriters([before])
    else if (before.resolved_at) await renewTarget(chatSessions, [before])
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
      after: { ...auditable(chat), message_id: row.id },
    })
    return { id: row.id, author: row.author, message: row.message, created_at: row.created_at.toISOString() }
  })
}
