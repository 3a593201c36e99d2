/**
 * The person an entry of the audit log is about. The log itself stores only ids and references: names are looked up
 * when it is read, so that they are current and disappear when an account is deleted.
 */
import { inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry } from '#contract/audit'
import { database } from '#db/connection'
import { fitsIn } from '#db/listing'
import { admins, users } from '#db/schema/accounts'
import { auditLog } from '#db/schema/operations'
import { callSchedules, chatSessions, supportTickets } from '#db/schema/support'

type Subject = AuditEntry['subject']

/** The fields of an entry that identify its subject. */
interface About {
  entity: string
  entity_id: string
  before: unknown
  after: unknown
}

/** Tables whose rows name a visitor, by the entity of the log. */
const desk = { ticket: supportTickets, call_schedule: callSchedules, chat_session: chatSessions } as const
type DeskEntity = keyof typeof desk
const isDesk = (entity: string): entity is DeskEntity => entity in desk

const readId = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

function userIdIn(version: unknown): number | undefined {
  const id =
    typeof version === 'object' && version !== null && 'user_id' in version ? version.user_id : undefined
  return typeof id === 'number' ? id : undefined
}

/** The investor an entry is about: the owner of the row, or the account itself. */
const userIdOf = ({ entity, entity_id, before, after }: About): number | undefined =>
  entity === 'user' ? readId(entity_id) : (userIdIn(after) ?? userIdIn(before))

const idsOf = (entries: readonly About[], entity: string): number[] => [
  ...new Set(entries.flatMap((entry) => (entry.entity === entity ? (readId(entry.entity_id) ?? []) : []))),
]

async function readUsers(ids: number[]): Promise<Map<number, Subject>> {
  if (ids.length === 0) return new Map()
  const rows = await database().select().from(users).where(inArray(users.id, ids))
  return new Map(
    rows.map(({ id, first_name, last_name, email, deleted_at }) => [
      id,
      deleted_at
        ? { kind: 'user' as const, id, name: 'Deleted user', email: '', is_deleted: true }
        : { kind: 'user' as const, id, name: `${first_name} ${last_name}`, email, is_deleted: false },
    ]),
  )
}

async function readAdmins(ids: number[]): Promise<Map<number, Subject>> {
  if (ids.length === 0) return new Map()
  const rows = await database().select().from(admins).where(inArray(admins.id, ids))
  return new Map(
    rows.map(({ id, username, email }) => [
      id,
      { kind: 'admin' as const, id, name: username, email, is_deleted: false },
    ]),
  )
}

async function readVisitors(entity: DeskEntity, ids: number[]): Promise<Map<number, Subject>> {
  if (ids.length === 0) return new Map()
  const table = desk[entity]
  const rows = await database()
    .select({ id: table.id, name: table.name, email: table.email })
    .from(table)
    .where(inArray(table.id, ids))
  return new Map(
    rows.map(({ id, name, email }) => [
      id,
      { kind: 'visitor' as const, id, name, email: email ?? '', is_deleted: false },
    ]),
  )
}

/** The subject of each entry, in the order of the entries; null when there is none or it is no longer known. */
export async function readSubjects(entries: readonly About[]): Promise<Subject[]> {
  const userIds = [...new Set(entries.flatMap((entry) => userIdOf(entry) ?? []))]
  const [investors, administrators, tickets, calls, chats] = await Promise.all([
    readUsers(userIds),
    readAdmins(idsOf(entries, 'admin')),
    readVisitors('ticket', idsOf(entries, 'ticket')),
    readVisitors('call_schedule', idsOf(entries, 'call_schedule')),
    readVisitors('chat_session', idsOf(entries, 'chat_session')),
  ])
  const visitors = { ticket: tickets, call_schedule: calls, chat_session: chats }
  return entries.map((entry) => {
    const { entity } = entry
    const id = readId(entry.entity_id) ?? 0
    const userId = userIdOf(entry)
    if (userId !== undefined) return investors.get(userId) ?? null
    if (entity === 'admin') return administrators.get(id) ?? null
    return isDesk(entity) ? (visitors[entity].get(id) ?? null) : null
  })
}

/** Entries whose subject's present name or email address contains a pattern. */
export function isAboutSomebodyLike(pattern: string): SQL {
  const db = database()
  const named = db
    .select({ id: sql`${users.id}::text` })
    .from(users)
    .where(fitsIn(pattern, [users.first_name, users.last_name, users.email]))
  const administrators = db
    .select({ id: sql`${admins.id}::text` })
    .from(admins)
    .where(fitsIn(pattern, [admins.username, admins.email]))
  const visitors = (entity: DeskEntity): SQL => {
    const table = desk[entity]
    const rows = db
      .select({ id: sql`${table.id}::text` })
      .from(table)
      .where(fitsIn(pattern, [table.name, table.email]))
    return sql`(${auditLog.entity} = ${entity} and ${auditLog.entity_id} in (${rows}))`
  }
  return or(
    sql`(${auditLog.entity} = 'user' and ${auditLog.entity_id} in (${named}))`,
    sql`coalesce(${auditLog.after}->>'user_id', ${auditLog.before}->>'user_id') in (${named})`,
    sql`(${auditLog.entity} = 'admin' and ${auditLog.entity_id} in (${administrators}))`,
    visitors('ticket'),
    visitors('call_schedule'),
    visitors('chat_session'),
  ) as SQL
}
