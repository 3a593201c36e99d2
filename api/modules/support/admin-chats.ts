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
import { lockAuthors, notifyAuthors } from './authors.ts'
import { readChat } from './service.ts'

const ofSession = sql.raw('from chat_messages as m where m.chat_session_id = chat_sessions.id')
const newest = sql.raw('order by m.id desc limit 1')
const ownColumns = getTableColumns(chatSessions)
const columns = {
  ...ownColumns,
  message: sql<string>`coalesce((select m.message ${ofSession} ${newest}), '')`,
  last_author: sql<'user' | 'agent'>`coalesce((select m.author ${ofSession} ${newest}), 'user')`,
  message_count: sql<number>`(select count(*) ${ofSession})`.mapWith(Number),
}

type OwnRow = { [Name in keyof typeof ownColumns]: (typeof chatSessions.$inferSelect)[Name] }
type ChatRow = OwnRow & Pick<ChatSession, 'message' | 'last_author' | 'message_count'>

const toChat = (row: ChatRow): ChatSession => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_message_at: row.last_message_at.toISOString(),
})

const noSuchChat = () => new Problem('not_found', 'There is no conversation with this id.')

/** The log outlives the writer's data, and the session id is a key: it contains neither. */
const auditable = ({ id, reference, status }: Pick<OwnRow, 'id' | 'reference' | 'status'>) => ({
  id,
  reference,
  status,
})

/** A conversation by its session id or its number. */
const named = (id: string): SQL =>
  /^\d+$/.test(id) ? eq(chatSessions.id, Number(id)) : eq(chatSessions.session_id, id)

function conditionOf({ status, search }: QueryOf<typeof adminSupport.exportChats>): SQL | undefined {
  const { reference, name, email } = chatSessions
  const said = sql`(select string_agg(m.message, ' ') ${ofSession})`
  return and(status && eq(chatSessions.status, status), ...searchIn(search, [reference, name, email, said]))
}

/** A page of the conversations. */
export async function listChats(query: QueryOf<typeof adminSupport.chats>) {
  const condition = conditionOf(query)
  const sorts = {
    last_message_at: chatSessions.last_message_at,
    created_at: chatSessions.created_at,
    name: alphabetical(chatSessions.name),
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
export function exportChats(query: QueryOf<typeof adminSupport.exportChats>): Promise<RowsFile> {
  const condition = conditionOf(query)
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
  return { chat_session: toChat(row), messages: await readChat(row.session_id) }
}

/** Sets the status of the conversations that match a condition, of which there are `expected`. */
function changeStatus(
  condition: SQL,
  expected: number,
  status: ChatSession['status'],
  actor: Actor,
  readAt?: string,
): Promise<ChatSession[]> {
  return inTransaction(async () => {
    const before = await database()
      .select()
      .from(chatSessions)
      .where(condition)
      .orderBy(asc(chatSessions.id))
      .for('no key update')
    if (before.length !== expected) throw noSuchChat()
    for (const row of before) checkUnchanged(row, readAt, 'conversation')
    await database().update(chatSessions).set({ status }).where(condition)
    const after = await findChats(condition)
    const [first, ...others] = before.map((row) => ({
      action: 'chat.update',
      entity: 'chat_session',
      entityId: row.id,
      before: auditable(row),
      after: auditable({ ...row, status }),
    }))
    if (first) await recordAudit(actor, first, ...others)
    return after.map(toChat)
  })
}

/** Closes or reopens conversations, all of them or none. Throws `not_found`. */
export const setChatsStatus = ({ ids, status }: BodyOf<typeof adminSupport.setChats>, actor: Actor) =>
  changeStatus(inArray(chatSessions.id, ids), new Set(ids).size, status, actor)

/** Closes or reopens a conversation. Throws `not_found` and `stale_write`. */
export async function setChatStatus(
  id: string,
  { status, updated_at }: BodyOf<typeof adminSupport.setChat>,
  actor: Actor,
): Promise<ChatSession> {
  const [chat] = await changeStatus(named(id), 1, status, actor, updated_at)
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
    const [chat] = await database()
      .update(chatSessions)
      .set({ status, last_message_at: sql`now()` })
      .where(named(id))
      .returning()
    if (!chat) throw noSuchChat()
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
