/** Reads the audit log: pages, exports and the values of its filters. */
import { and, count, desc, eq, getTableColumns, lt, lte, max, or, type SQL, sql } from 'drizzle-orm'
import { exportCsv } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertDayRange } from '#common/range-validation'
import type { QueryOf } from '#contract/endpoint'
import type { AuditEntry, audit } from '#contract/platform/audit'
import { database, slowQueryDatabase } from '#db/connection'
import { listPage, matchesPattern, toSearchPatterns, withinDaysCondition } from '#db/list-queries'
import { admins } from '#db/schema/identity/accounts'
import { auditLog } from '#db/schema/platform/audit'
import { concernsInvestorCondition, entryInvestorIds } from './entry-investors.ts'
import { entryType, hasEntryType } from './entry-kinds.ts'
import { listEntrySubjects, subjectMatchesCondition } from './entry-subjects.ts'

type AuditFilters = QueryOf<typeof audit.exportCsv>

/** The administrator's current name, otherwise the name as typed. */
const adminName = sql<string>`coalesce(${admins.username}, ${auditLog.admin_name})`

/** The searchable columns of the log itself. */
const ownTexts = [
  auditLog.action,
  auditLog.entity,
  auditLog.entity_id,
  auditLog.ip_address,
  auditLog.request_id,
  adminName,
  sql`${auditLog.before}::text`,
  sql`${auditLog.after}::text`,
]

function conditionOf({
  admin,
  action,
  kind,
  user,
  entity,
  entity_id,
  search,
  ...days
}: AuditFilters): SQL | undefined {
  return and(
    admin ? or(eq(admins.username, admin), eq(auditLog.admin_name, admin)) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    kind ? hasEntryType(kind) : undefined,
    user ? concernsInvestorCondition(user) : undefined,
    entity ? eq(auditLog.entity, entity) : undefined,
    entity_id ? eq(auditLog.entity_id, entity_id) : undefined,
    withinDaysCondition(auditLog.created_at, days),
    ...toSearchPatterns(search).map((pattern) =>
      or(matchesPattern(pattern, ownTexts), subjectMatchesCondition(pattern)),
    ),
  )
}

type Connection = ReturnType<typeof database>

const selectEntries = (connection: Connection) =>
  connection
    .select({
      ...getTableColumns(auditLog),
      username: admins.username,
      kind: entryType.as('kind'),
      investor_ids: entryInvestorIds.as('investor_ids'),
    })
    .from(auditLog)
    .leftJoin(admins, eq(admins.id, auditLog.admin_id))

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

const countEntries = (connection: Connection, condition: SQL | undefined) =>
  connection
    .select({ total: count() })
    .from(auditLog)
    .leftJoin(admins, eq(admins.id, auditLog.admin_id))
    .where(condition)

/** A page of the audit log. Throws `validation` for a range that ends before it begins. */
export async function listAuditEntries(query: QueryOf<typeof audit.list>) {
  assertDayRange(query)
  const condition = conditionOf(query)
  const { rows, pagination } = await listPage(query, {
    sorts: { created_at: auditLog.created_at },
    tie: auditLog.id,
    rows: ({ order, limit, offset }) =>
      selectEntries(database())
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () => countEntries(database(), condition),
  })
  const found = await listEntrySubjects(rows)
  return {
    entries: rows.map(
      ({ username, ...row }, at): AuditEntry => ({
        ...row,
        subject: found[at]?.subject ?? null,
        investors: found[at]?.investors ?? [],
        admin_name: username ?? row.admin_name,
        created_at: row.created_at.toISOString(),
      }),
    ),
    pagination,
  }
}

/** Administrators, actions and entities that occur in the log, in alphabetical order. */
export async function listAuditFilterValues() {
  // Jumps from one name to the next by index: the log is long and has few names.
  const occurring = (column: typeof auditLog.action | typeof auditLog.entity) =>
    database().execute<{ name: string }>(sql`
      with recursive names as (
        (select ${column} as name from ${auditLog} order by ${column} limit 1)
        union all
        select (select ${column} from ${auditLog} where ${column} > names.name order by ${column} limit 1)
        from names where names.name is not null
      )
      select name from names where name is not null`)
  const [people, actions, entities] = await Promise.all([
    database().select({ name: admins.username }).from(admins).orderBy(admins.username),
    occurring(auditLog.action),
    occurring(auditLog.entity),
  ])
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
  return { admins: namesOf(people), actions: namesOf(actions), entities: namesOf(entities) }
}

const textOf = (value: unknown): string => (value === null ? '' : JSON.stringify(value))

/** The matching entries as a file, newest first, up to the latest one at the start: the export itself adds one. */
export async function exportAuditEntries(query: AuditFilters): Promise<GeneratedFile> {
  assertDayRange(query)
  const [newest] = await slowQueryDatabase()
    .select({ id: max(auditLog.id) })
    .from(auditLog)
  const condition = and(conditionOf(query), lte(auditLog.id, newest?.id ?? 0))
  return exportCsv<EntryRow>({
    columns: [
      ['Entry', ({ id }) => id],
      ['Time (UTC)', ({ created_at }) => created_at.toISOString()],
      ['Administrator', ({ admin_name, username }) => username ?? admin_name],
      ['Action', ({ action }) => action],
      ['Record type', ({ entity }) => entity],
      ['Record ID', ({ entity_id }) => entity_id],
      ['Before', ({ before }) => textOf(before)],
      ['After', ({ after }) => textOf(after)],
      ['IP address', ({ ip_address }) => ip_address],
      ['Request ID', ({ request_id }) => request_id],
      ['Hash', ({ hash }) => hash],
    ],
    count: () => countEntries(slowQueryDatabase(), condition),
    read: (last, limit) =>
      selectEntries(slowQueryDatabase())
        .where(and(condition, last && lt(auditLog.id, last.id)))
        // Ids are assigned in the order of the actions, without gaps.
        .orderBy(desc(auditLog.id))
        .limit(limit),
  })
}
