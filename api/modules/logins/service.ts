/** Attempts to sign in, as administrators see them. */
import { and, count, desc, eq, gt, not, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { RowsFile } from '#common/files'
import type { adminLoginRecords, LoginRecord } from '#contract/admin-login-records'
import type { QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database, inSnapshot, inTransaction, slowDatabase } from '#db/connection'
import { comesAfter, readList, searchIn } from '#db/listing'
import { loginRecords } from '#db/schema/accounts'
import { recordAudit } from '#modules/audit/service'
import { exportCsv, yesOrNo } from '#modules/csv'

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

/** A page of the attempts, and the number of attempts from each country. */
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
  return inSnapshot(async () => {
    const countries = await database()
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
      // Every attempt has a country, or the unknown one: their sum is the number of attempts.
      count: async () => [{ total: countries.reduce((sum, row) => sum + row.attempts, 0) }],
    })
    return { records: rows.map(toLoginRecord), countries, pagination }
  })
}

/**
 * Deletes the record of an attempt, which is evidence: the audit log keeps what it said. An account is kept as its id,
 * so that a name disappears with the account; what was typed is kept where there is no account and it is no address, which
 * may be anybody's. Throws `not_found`.
 */
export function deleteLoginRecord(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const [deleted] = await database().delete(loginRecords).where(eq(loginRecords.id, id)).returning()
    if (!deleted) throw new Problem('not_found', 'There is no login record with this id.')
    const { user_id, email, login_time, ...others } = deleted
    const { role, success, failure_reason, ip_address, browser, os, city, country_code } = others
    await recordAudit(actor, {
      action: 'login_record.delete',
      entity: 'login_record',
      entityId: id,
      before: {
        id,
        role,
        user_id,
        ...(user_id === null && !email.includes('@') && { email }),
        success,
        failure_reason,
        login_time,
        ip_address,
        browser,
        os,
        city,
        country_code,
      },
    })
  })
}

/** The attempts as a file, newest first. */
export function exportLoginRecords(query: QueryOf<typeof adminLoginRecords.exportCsv>): Promise<RowsFile> {
  const condition = conditionOf(query)
  const { login_time, id } = loginRecords
  return exportCsv<RecordRow>({
    columns: [
      ['Record ID', (row) => row.id],
      ['Time (UTC)', (row) => row.login_time.toISOString()],
      ['Role', ({ role }) => role],
      ['User ID', ({ user_id }) => user_id ?? ''],
      ['Signed in as', ({ email }) => email],
      ['Success', ({ success }) => yesOrNo(success)],
      ['Reason', ({ failure_reason }) => failure_reason],
      ['IP address', ({ ip_address }) => ip_address],
      ['Browser', ({ browser }) => browser],
      ['System', ({ os }) => os],
      ['City', ({ city }) => city],
      ['Country', ({ country }) => country],
    ],
    count: () => slowDatabase().select({ total: count() }).from(loginRecords).where(condition),
    read: (last, limit) =>
      slowDatabase()
        .select()
        .from(loginRecords)
        .where(and(condition, comesAfter('<', [login_time, id], last && [last.login_time, last.id])))
        .orderBy(desc(login_time), desc(id))
        .limit(limit),
  })
}
