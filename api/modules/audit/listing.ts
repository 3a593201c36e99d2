/** Reads the audit log: a page, all that matches, and what occurs in it. */
import { and, count, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry, audit } from '#contract/audit'
import type { QueryOf } from '#contract/endpoint'
import { database, slowDatabase } from '#db/connection'
import { readList, searchIn } from '#db/listing'
import { admins } from '#db/schema/accounts'
import { auditLog } from '#db/schema/operations'
import { writeCsv } from '#modules/csv'

/** The first instant of a calendar day, and of the day after it, in UTC. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const endOf = (day: string): Date => new Date(startOf(day).getTime() + 86_400_000)

type AuditFilters = QueryOf<typeof audit.exportCsv>

/** As the administrator is called now, else as typed. */
const adminName = sql<string>`coalesce(${admins.username}, ${auditLog.admin_name})`

function conditionOf({ admin, action, entity, from, to, search }: AuditFilters): SQL | undefined {
  return and(
    admin ? or(eq(admins.username, admin), eq(auditLog.admin_name, admin)) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    entity ? eq(auditLog.entity, entity) : undefined,
    from ? gte(auditLog.created_at, startOf(from)) : undefined,
    to ? lt(auditLog.created_at, endOf(to)) : undefined,
    ...searchIn(search, [
      auditLog.action,
      auditLog.entity,
      auditLog.entity_id,
      auditLog.ip_address,
      auditLog.request_id,
      adminName,
      sql`${auditLog.before}::text`,
      sql`${auditLog.after}::text`,
    ]),
  )
}

/** A page of the audit log. */
export async function listAudit(query: QueryOf<typeof audit.list>) {
  const condition = conditionOf(query)
  const { rows, pagination } = await readList(query, {
    sorts: { created_at: auditLog.created_at },
    tie: auditLog.id,
    rows: ({ order, limit, offset }) =>
      database()
        .select({ ...getTableColumns(auditLog), username: admins.username })
        .from(auditLog)
        .leftJoin(admins, eq(admins.id, auditLog.admin_id))
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () =>
      database()
        .select({ total: count() })
        .from(auditLog)
        .leftJoin(admins, eq(admins.id, auditLog.admin_id))
        .where(condition),
  })
  return {
    entries: rows.map(
      ({ username, ...row }): AuditEntry => ({
        ...row,
        admin_name: username ?? row.admin_name,
        created_at: row.created_at.toISOString(),
      }),
    ),
    pagination,
  }
}

/** Administrators, actions and entities that occur in the log, in the order of the alphabet. */
export async function listAuditNames() {
  const occurring = (column: typeof auditLog.action | typeof auditLog.entity) =>
    database().selectDistinct({ name: column }).from(auditLog).orderBy(column)
  const [people, actions, entities] = await Promise.all([
    database().select({ name: admins.username }).from(admins).orderBy(admins.username),
    occurring(auditLog.action),
    occurring(auditLog.entity),
  ])
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
  return { admins: namesOf(people), actions: namesOf(actions), entities: namesOf(entities) }
}

const EXPORT_BATCH = 500

const textOf = (value: unknown): string => (value === null ? '' : JSON.stringify(value))

/** The entries that match as CSV, newest first. */
export async function exportAudit(query: AuditFilters) {
  const condition = conditionOf(query)
  const [counted] = await slowDatabase()
    .select({ rows: count() })
    .from(auditLog)
    .leftJoin(admins, eq(admins.id, auditLog.admin_id))
    .where(condition)
  const read = (last: { id: number } | undefined) =>
    slowDatabase()
      .select({ ...getTableColumns(auditLog), name: adminName })
      .from(auditLog)
      .leftJoin(admins, eq(admins.id, auditLog.admin_id))
      .where(and(condition, last && lt(auditLog.id, last.id)))
      // Ids are given in the order of the deeds, without gaps.
      .orderBy(desc(auditLog.id))
      .limit(EXPORT_BATCH)
  const chunks = writeCsv<Awaited<ReturnType<typeof read>>[number]>({
    header: [
      ...['Entry', 'Time (UTC)', 'Administrator', 'Action', 'Entity', 'Entity ID', 'Before', 'After'],
      ...['IP address', 'Request ID', 'Hash'],
    ],
    batch: EXPORT_BATCH,
    read,
    cells: (row) => [
      ...[row.id, row.created_at.toISOString(), row.name, row.action, row.entity, row.entity_id],
      ...[textOf(row.before), textOf(row.after), row.ip_address, row.request_id, row.hash],
    ],
  })
  return { rows: counted?.rows ?? 0, chunks }
}
