/** Recent activities as administrators manage them. */
import { and, count, desc, eq, getTableColumns, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { exportCsv, toCsvDecimal } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertUnchanged } from '#common/optimistic-lock'
import type { QueryOf } from '#contract/endpoint'
import type {
  ActivityBody,
  ActivityEdit,
  AdminActivity,
  adminPortfolios,
} from '#contract/portfolio/admin-portfolios'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import {
  keysetCondition,
  listPage,
  matchesPattern,
  toSearchPatterns,
  type WordPatterns,
} from '#db/list-queries'
import { users } from '#db/schema/identity/accounts'
import { activities } from '#db/schema/portfolio/portfolios'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { lockUser } from './admin-portfolios.ts'

const noSuchActivity = () => new Problem('not_found', 'Activity not found.')

const columns = {
  ...getTableColumns(activities),
  user: { first_name: users.first_name, last_name: users.last_name, email: users.email },
}

type Row = typeof activities.$inferSelect & { user: AdminActivity['user'] }
type Connection = ReturnType<typeof database>

const selectActivities = (connection: Connection) =>
  connection.select(columns).from(activities).innerJoin(users, eq(users.id, activities.user_id))

const toAdminActivity = (row: Row): AdminActivity => ({
  ...row,
  activity_date: row.activity_date.toISOString(),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** The row as stored in the audit log: with the id of its investor, never the name. */
const auditable = ({ user: _, ...row }: AdminActivity) => row

/** One activity. Throws `not_found`. */
export async function getActivity(id: number): Promise<AdminActivity> {
  const [row] = await selectActivities(database()).where(eq(activities.id, id))
  if (!row) throw noSuchActivity()
  return toAdminActivity(row)
}

/** Investors by name: searched once rather than for each of their activities. */
const namedLike = (pattern: WordPatterns) =>
  database()
    .select({ id: users.id })
    .from(users)
    .where(matchesPattern(pattern, [users.first_name, users.last_name, users.email]))

const conditionOf = ({ user_id, search }: QueryOf<typeof adminPortfolios.exportActivities>) =>
  and(
    isNull(users.deleted_at),
    user_id ? eq(activities.user_id, user_id) : undefined,
    ...toSearchPatterns(search).map((pattern) =>
      or(matchesPattern(pattern, [activities.description]), inArray(activities.user_id, namedLike(pattern))),
    ),
  )

const countActivities = (connection: Connection, condition: SQL | undefined) =>
  connection
    .select({ total: count() })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.user_id))
    .where(condition)

/** A page of the activities of all investors, or of one. */
export async function listAllActivities(query: QueryOf<typeof adminPortfolios.listActivities>) {
  const condition = conditionOf(query)
  const sorts = { activity_date: activities.activity_date, created_at: activities.created_at }
  const { rows, pagination } = await listPage(query, {
    sorts,
    tie: activities.id,
    rows: ({ order, limit, offset }) =>
      selectActivities(database())
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () => countActivities(database(), condition),
  })
  return { activities: rows.map(toAdminActivity), pagination }
}

/** The activities as a file, newest first. */
export function exportActivities(
  query: QueryOf<typeof adminPortfolios.exportActivities>,
): Promise<GeneratedFile> {
  const condition = conditionOf(query)
  const { activity_date, id } = activities
  return exportCsv<Row>({
    columns: [
      ['Activity ID', (row) => row.id],
      ['Date (UTC)', (row) => row.activity_date.toISOString()],
      ['User ID', ({ user_id }) => user_id],
      ['First name', ({ user }) => user.first_name],
      ['Last name', ({ user }) => user.last_name],
      ['Email', ({ user }) => user.email],
      ['Type', ({ type }) => type],
      ['Description', ({ description }) => description],
      ['Net growth', ({ net_growth }) => toCsvDecimal(net_growth)],
      ['Balance', ({ balance }) => toCsvDecimal(balance)],
    ],
    count: () => countActivities(slowQueryDatabase(), condition),
    read: (last, limit) =>
      selectActivities(slowQueryDatabase())
        .where(
          and(condition, keysetCondition('<', [activity_date, id], last && [last.activity_date, last.id])),
        )
        .orderBy(desc(activity_date), desc(id))
        .limit(limit),
  })
}

/** Adds an activity. Throws `validation` for an unknown investor. */
export function createActivity(
  { activity_date, ...fields }: ActivityBody,
  actor: Actor,
): Promise<AdminActivity> {
  return inTransaction(async () => {
    await lockUser(fields.user_id)
    const [row] = await database()
      .insert(activities)
      .values({ ...fields, activity_date: new Date(activity_date) })
      .returning({ id: activities.id })
    if (!row) throw new Error('An insert returned no row')
    const activity = await getActivity(row.id)
    await recordAudit(actor, {
      action: 'activity.create',
      entity: 'activity',
      entityId: row.id,
      after: auditable(activity),
    })
    return activity
  })
}

/** Changes the given fields of an activity. Throws `not_found` and `stale_write`. */
export function updateActivity(
  id: number,
  { activity_date, updated_at, ...fields }: ActivityEdit,
  actor: Actor,
): Promise<AdminActivity> {
  return inTransaction(async () => {
    const [locked] = await database()
      .select()
      .from(activities)
      .where(eq(activities.id, id))
      .for('no key update')
    if (!locked) throw noSuchActivity()
    assertUnchanged(locked, updated_at, 'activity')
    const before = await getActivity(id)
    const changes = {
      ...fields,
      ...(activity_date !== undefined && { activity_date: new Date(activity_date) }),
    }
    if (Object.keys(changes).length === 0) return before
    await database().update(activities).set(changes).where(eq(activities.id, id))
    const after = await getActivity(id)
    await recordAudit(actor, {
      action: 'activity.update',
      entity: 'activity',
      entityId: id,
      before: auditable(before),
      after: auditable(after),
    })
    return after
  })
}

/** Deletes an activity. Throws `not_found`. */
export function deleteActivity(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const before = await getActivity(id)
    const { count: deleted } = await database().delete(activities).where(eq(activities.id, id))
    if (deleted === 0) throw noSuchActivity()
    await recordAudit(actor, {
      action: 'activity.delete',
      entity: 'activity',
      entityId: id,
      before: auditable(before),
    })
  })
}
