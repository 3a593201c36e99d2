/** Attempts to sign in, as administrators see them. */
import { and, count, desc, eq, gt, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { adminLoginRecords, LoginRecord } from '#contract/admin-login-records'
import type { QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowDatabase } from '#db/connection'
import { readList, searchIn } from '#db/listing'
import { loginRecords } from '#db/schema/accounts'
import { recordAudit } from '#modules/audit/service'
import { writeCsv } from '#modules/csv'
import type { Actor } from '#plugins/actor'

type RecordRow = typeof loginRecords.$inferSelect

const toLoginRecord = ({ browser, os, city, country, login_time, ...row }: RecordRow): LoginRecord => ({
  ...row,
  device_info: { browser, os },
  location: { city, country },
  login_time: login_time.toISOString(),
})

type Filters = Pick<QueryOf<typeof adminLoginRecords.list>, 'days' | 'user_id' | 'outcome' | 'search'>

const outcomes: Record<Filters['outcome'], SQL | undefined> = {
  all: undefined,
  success: eq(loginRecords.success, true),
  failed: not(loginRecords.success),
}

const conditionOf = ({ days, user_id, outcome, search }: Filters): SQL | undefined =>
  and(
    gt(loginRecords.login_time, sql`now() - make_interval(days => ${days})`),
    user_id === undefined ? undefined : eq(loginRecords.user_id, user_id),
    outcomes[outcome],
    ...searchIn(search, [
      loginRecords.email,
      loginRecords.ip_address,
      loginRecords.city,
      loginRecords.country,
      loginRecords.browser,
      loginRecords.os,
    ]),
  )

/** A page of the attempts, and how many of all of them came from each country. */
export async function listLoginRecords(query: QueryOf<typeof adminLoginRecords.list>) {
  const condition = conditionOf(query)
  const sorts = {
    login_time: loginRecords.login_time,
    email: sql`lower(${loginRecords.email})`,
    country: loginRecords.country,
    ip_address: loginRecords.ip_address,
  }
  const { country, country_code } = loginRecords
  const attempts = count()
  // Asked for once: whoever awaits it again gets the same answer.
  const counting = database()
    .select({
      country,
      country_code,
      attempts,
      failed: sql<number>`count(*) filter (where not ${loginRecords.success})`.mapWith(Number),
    })
    .from(loginRecords)
    .where(condition)
    .groupBy(country, country_code)
    .orderBy(desc(attempts), country)
    .execute()
  const { rows, pagination } = await readList(query, {
    sorts,
    tie: loginRecords.id,
    rows: ({ order, limit, offset }) =>
      database()
        .select()
        .from(loginRecords)
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    // Every attempt is from one country, the unknown one included: their sum is the number of attempts.
    count: async () => [{ total: (await counting).reduce((sum, row) => sum + row.attempts, 0) }],
  })
  return { records: rows.map(toLoginRecord), countries: await counting, pagination }
}

/** Deletes the record of an attempt. Throws `not_found`. */
export function deleteLoginRecord(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const [gone] = await database().delete(loginRecords).where(eq(loginRecords.id, id)).returning()
    if (!gone) throw new Problem('not_found', 'There is no login record with this id.')
    const { role, user_id, success, failure_reason, country_code, login_time } = gone
    await recordAudit(actor, {
      action: 'login_record.delete',
      entity: 'login_record',
      entityId: id,
      // Name and address are personal, and the log is for ever.
      before: { id, role, user_id, success, failure_reason, country_code, login_time },
    })
  })
}

const EXPORT_BATCH = 1_000

/** The attempts as CSV, newest first. */
export async function exportLoginRecords(query: QueryOf<typeof adminLoginRecords.exportCsv>) {
  const condition = conditionOf(query)
  const [counted] = await slowDatabase().select({ rows: count() }).from(loginRecords).where(condition)
  const after = ({ login_time, id }: RecordRow) =>
    or(
      lt(loginRecords.login_time, login_time),
      and(eq(loginRecords.login_time, login_time), lt(loginRecords.id, id)),
    )
  const chunks = writeCsv({
    header: [
      'Record ID',
      'Time (UTC)',
      'Role',
      'User ID',
      'Signed in as',
      'Success',
      'Reason',
      'IP address',
      'Browser',
      'System',
      'City',
      'Country',
    ],
    batch: EXPORT_BATCH,
    read: (last: RecordRow | undefined) =>
      slowDatabase()
        .select()
        .from(loginRecords)
        .where(and(condition, last && after(last)))
        .orderBy(desc(loginRecords.login_time), desc(loginRecords.id))
        .limit(EXPORT_BATCH),
    cells: (row) => [
      row.id,
      row.login_time.toISOString(),
      row.role,
      row.user_id ?? '',
      row.email,
      row.success ? 'yes' : 'no',
      row.failure_reason,
      row.ip_address,
      row.browser,
      row.os,
      row.city,
      row.country,
    ],
  })
  return { rows: counted?.rows ?? 0, chunks }
}
