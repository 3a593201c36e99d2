/** Attempts to sign in, as administrators see them. */
import { and, count, desc, eq, gt, not, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { exportCsv, formatBoolean } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import type { QueryOf } from '#contract/endpoint'
import type { adminSignInRecords, SignInRecord } from '#contract/identity/admin-sign-in-records'
import { Problem } from '#contract/problem'
import { database, inSnapshot, inTransaction, slowQueryDatabase } from '#db/connection'
import { keysetCondition, listPage, searchConditions } from '#db/list-queries'
import { loginRecords } from '#db/schema/identity/accounts'
import { recordAudit } from '#modules/platform/audit/audit-log'

type RecordRow = typeof loginRecords.$inferSelect

const toLoginRecord = ({ browser, os, city, country, login_time, ...row }: RecordRow): SignInRecord => ({
  ...row,
  device_info: { browser, os },
  location: { city, country },
  login_time: login_time.toISOString(),
})

type Filters = Pick<QueryOf<typeof adminSignInRecords.list>, 'days' | 'user_id' | 'outcome' | 'search'>

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
    ...searchConditions(search, [
      loginRecords.email,
      loginRecords.ip_address,
      loginRecords.city,
      loginRecords.country,
      loginRecords.browser,
      loginRecords.os,
    ]),
  )

/** A page of the attempts, and the number of attempts from each country. */
export async function listSignInRecords(query: QueryOf<typeof adminSignInRecords.list>) {
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
    const { rows, pagination } = await listPage(query, {
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
export function deleteSignInRecord(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const [deleted] = await database().delete(loginRecords).where(eq(loginRecords.id, id)).returning()
    if (!deleted) throw new Problem('not_found', 'Login record not found.')
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
export function exportSignInRecords(
  query: QueryOf<typeof adminSignInRecords.exportCsv>,
): Promise<GeneratedFile> {
  const condition = conditionOf(query)
  const { login_time, id } = loginRecords
  return exportCsv<RecordRow>({
    columns: [
      ['Record ID', (row) => row.id],
      ['Time (UTC)', (row) => row.login_time.toISOString()],
      ['Role', ({ role }) => role],
      ['User ID', ({ user_id }) => user_id ?? ''],
      ['Username or email', ({ email }) => email],
      ['Success', ({ success }) => formatBoolean(success)],
      ['Failure reason', ({ failure_reason }) => failure_reason],
      ['IP address', ({ ip_address }) => ip_address],
      ['Browser', ({ browser }) => browser],
      ['Operating system', ({ os }) => os],
      ['City', ({ city }) => city],
      ['Country', ({ country }) => country],
    ],
    count: () => slowQueryDatabase().select({ total: count() }).from(loginRecords).where(condition),
    read: (last, limit) =>
      slowQueryDatabase()
        .select()
        .from(loginRecords)
        .where(and(condition, keysetCondition('<', [login_time, id], last && [last.login_time, last.id])))
        .orderBy(desc(login_time), desc(id))
        .limit(limit),
  })
}
