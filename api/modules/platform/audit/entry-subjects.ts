/**
 * The person or series that an audit log entry concerns. The log itself stores only ids and references: names are
 * looked up when it is read, so that they are current and disappear when an account is deleted.
 */

import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry } from '#contract/platform/audit'
import { database } from '#db/connection'
import { matchesPattern, type WordPatterns } from '#db/list-queries'
import { offerings, seriesAttestations, seriesDocuments, seriesValuations } from '#db/schema/catalog/series'
import { tokens } from '#db/schema/catalog/tokens'
import { callSchedules, chatSessions, supportTickets } from '#db/schema/desk/support'
import { admins, users } from '#db/schema/identity/accounts'
import { auditLog } from '#db/schema/platform/audit'
import { formatFullName } from '#shared/full-name'
import { concernsAnyInvestorCondition } from './entry-investors.ts'

type Subject = AuditEntry['subject']
type Investor = AuditEntry['investors'][number]

/** The fields of an entry that identify its subject. */
interface About {
  entity: string
  entity_id: string
  /** The investors it concerns. */
  investor_ids: number[]
}

/** Tables whose rows name a visitor, by the entity of the log. */
const desk = { ticket: supportTickets, call_schedule: callSchedules, chat_session: chatSessions } as const
type DeskEntity = keyof typeof desk
const isDesk = (entity: string): entity is DeskEntity => entity in desk

/** Tables whose rows are part of a series, by the entity of the log. */
const ofSeries = {
  offering: offerings,
  valuation: seriesValuations,
  attestation: seriesAttestations,
  series_document: seriesDocuments,
} as const
const seriesEntities = Object.keys(ofSeries) as (keyof typeof ofSeries)[]

const readId = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

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
        ? { kind: 'user' as const, id, name: 'Deleted investor', email: '', is_deleted: true }
        : {
            kind: 'user' as const,
            id,
            name: formatFullName({ first_name, last_name }),
            email,
            is_deleted: false,
          },
    ]),
  )
}

async function readAdmins(ids: number[]): Promise<Map<number, Subject>> {
  if (ids.length === 0) return new Map()
  const rows = await database().select().from(admins).where(inArray(admins.id, ids))
  return new Map(
    rows.map(({ id, username, email, deleted_at }) => [
      id,
      { kind: 'admin' as const, id, name: username, email, is_deleted: deleted_at !== null },
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

/** Entity and id as one key: different tables use the same ids. */
const keyOf = ({ entity, entity_id }: Pick<About, 'entity' | 'entity_id'>): string => `${entity} ${entity_id}`

/** The series of entries that concern one, or a part of one; a discarded draft no longer has one. */
async function readSeries(entries: readonly About[]): Promise<Map<string, Subject>> {
  const db = database()
  const token = { token_id: tokens.id, symbol: tokens.symbol }
  const parts = seriesEntities.flatMap((entity) => {
    const [table, ids] = [ofSeries[entity], idsOf(entries, entity)]
    const rows = db
      .select({ entity: sql<string>`${entity}::text`.as('entity'), id: table.id, ...token })
      .from(table)
      .innerJoin(tokens, eq(tokens.id, table.token_id))
      .where(inArray(table.id, ids))
    return ids.length > 0 ? [rows] : []
  })
  const own = idsOf(entries, 'series')
  const ofOwn = db
    .select({ entity: sql<string>`'series'::text`.as('entity'), id: tokens.id, ...token })
    .from(tokens)
    .where(inArray(tokens.id, own))
  const found = await Promise.all([...parts, ...(own.length > 0 ? [ofOwn] : [])])
  return new Map(
    found
      .flat()
      .map(({ entity, id, token_id, symbol }) => [
        keyOf({ entity, entity_id: String(id) }),
        { kind: 'series' as const, id: token_id, name: symbol, email: '', is_deleted: false },
      ]),
  )
}

const toInvestor = (subject: Subject | undefined): Investor[] =>
  subject ? [{ id: subject.id, name: subject.name, is_deleted: subject.is_deleted }] : []

/**
 * The investors that each entry concerns, and its subject: the only investor, otherwise the administrator, visitor or
 * series; null if there is none or it is no longer known. In the order of the entries.
 */
export async function listEntrySubjects(
  entries: readonly About[],
): Promise<{ subject: Subject; investors: Investor[] }[]> {
  const userIds = [...new Set(entries.flatMap(({ investor_ids }) => investor_ids))]
  const [investors, administrators, tickets, calls, chats, series] = await Promise.all([
    readUsers(userIds),
    readAdmins(idsOf(entries, 'admin')),
    readVisitors('ticket', idsOf(entries, 'ticket')),
    readVisitors('call_schedule', idsOf(entries, 'call_schedule')),
    readVisitors('chat_session', idsOf(entries, 'chat_session')),
    readSeries(entries),
  ])
  const visitors = { ticket: tickets, call_schedule: calls, chat_session: chats }
  const subjectOf = (entry: About): Subject => {
    const { entity, investor_ids } = entry
    const id = readId(entry.entity_id) ?? 0
    const [investor, ...others] = investor_ids
    if (investor !== undefined && others.length === 0) return investors.get(investor) ?? null
    if (entity === 'admin') return administrators.get(id) ?? null
    if (isDesk(entity)) return visitors[entity].get(id) ?? null
    return series.get(keyOf(entry)) ?? null
  }
  return entries.map((entry) => ({
    subject: subjectOf(entry),
    investors: entry.investor_ids.flatMap((id) => toInvestor(investors.get(id))),
  }))
}

/** Entries whose subject's current name, email address or symbol contains a pattern. */
export function subjectMatchesCondition(pattern: WordPatterns): SQL {
  const db = database()
  const named = db
    .select({ id: users.id })
    .from(users)
    .where(matchesPattern(pattern, [users.first_name, users.last_name, users.email]))
  const administrators = db
    .select({ id: sql`${admins.id}::text` })
    .from(admins)
    .where(matchesPattern(pattern, [admins.username, admins.email]))
  const visitors = (entity: DeskEntity): SQL => {
    const table = desk[entity]
    const rows = db
      .select({ id: sql`${table.id}::text` })
      .from(table)
      .where(matchesPattern(pattern, [table.name, table.email]))
    return sql`(${auditLog.entity} = ${entity} and ${auditLog.entity_id} in (${rows}))`
  }
  const seriesNamed = db
    .select({ id: tokens.id })
    .from(tokens)
    .where(matchesPattern(pattern, [tokens.symbol]))
  const partsOfSeries = seriesEntities.map((entity) => {
    const table = ofSeries[entity]
    const rows = db
      .select({ id: sql`${table.id}::text` })
      .from(table)
      .where(inArray(table.token_id, seriesNamed))
    return sql`(${auditLog.entity} = ${entity} and ${auditLog.entity_id} in (${rows}))`
  })
  return or(
    ...partsOfSeries,
    sql`(${auditLog.entity} = 'series' and ${auditLog.entity_id} in (select id::text from (${seriesNamed}) as named))`,
    concernsAnyInvestorCondition(sql`${named}`),
    sql`(${auditLog.entity} = 'admin' and ${auditLog.entity_id} in (${administrators}))`,
    visitors('ticket'),
    visitors('call_schedule'),
    visitors('chat_session'),
  ) as SQL
}
