/** Removes expired rows: they are many, and some contain personal data. */
import { sql } from 'drizzle-orm'
import type { Logger } from '#common/logger'
import { ACTIVITY_DAYS } from '#contract/identity/account-activity'
import { database, inTransaction } from '#db/connection'
import { IDEMPOTENCY_KEY_HOURS } from '#db/schema/platform/idempotency-keys'
import { REFRESH_TOKEN_HOURS_MAX } from '#modules/identity/session/session-store'

const EVERY_MS = 10 * 60_000
/** Rows removed per statement, which must not hold locks for long. */
const BATCH = 1_000
/**
 * Batches per round: a backlog is processed over several rounds, so that the database is never busy with it for long.
 */
const BATCHES = 20
/** Any number that no other program of the database locks. */
const LOCK = 7_101_865_335

/**
 * Removes sessions and their exchanged tokens a day after their end, exchanged tokens older than any token's lifetime,
 * email links a week after their end, expired locks and challenges, authenticator apps not confirmed within an hour,
 * responses stored for repeats, the last emails of closed accounts, sign-in records older than `loginRecordDays`, and
 * account events that the activity no longer shows; locked rows are left for later. One instance at a time. Returns the
 * number of removed rows; call again while it is large.
 */
export function deleteExpiredRows(loginRecordDays: number): Promise<number> {
  return inTransaction(async () => {
    const db = database()
    const [lock] = await db.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK}) as taken`,
    )
    if (!lock?.taken) return 0
    const removed = await Promise.all([
      db.execute(sql`delete from sessions where id in (
        select id from sessions where revoked_at < now() - interval '1 day' or expires_at < now() - interval '1 day' limit ${BATCH} for update skip locked)`),
      db.execute(sql`delete from retired_refresh_tokens where token_hash in (
        select token_hash from retired_refresh_tokens where retired_at < now() - make_interval(hours => ${REFRESH_TOKEN_HOURS_MAX}) limit ${BATCH} for update skip locked)`),
      db.execute(sql`delete from lockouts where key in (
        select key from lockouts where expire < now() limit ${BATCH} for update skip locked)`),
      db.execute(sql`delete from challenges where id in (
        select id from challenges where expires_at < now() limit ${BATCH} for update skip locked)`),
      db.execute(sql`delete from factors where id in (
        select id from factors where confirmed_at is null and created_at < now() - interval '1 hour' limit ${BATCH} for update skip locked)`),
      db.execute(sql`delete from idempotency_keys where id in (
        select id from idempotency_keys where created_at < now() - make_interval(hours => ${IDEMPOTENCY_KEY_HOURS}) limit ${BATCH} for update skip locked)`),
      db.execute(sql`delete from account_links where id in (
        select id from account_links where expires_at < now() - interval '7 days' limit ${BATCH} for update skip locked)`),
      // The address of a closed account is kept only until its last mail is sent.
      db.execute(sql`delete from outbox where id in (
        select id from outbox where kind = 'account_closed' and (status <> 'pending' or expires_at < now()) limit ${BATCH} for update skip locked)`),
      db.execute(sql`delete from login_records where id in (
        select id from login_records where login_time < now() - ${loginRecordDays}::float8 * interval '1 day' order by login_time limit ${BATCH} for update skip locked)`),
      db.execute(sql`delete from account_events where id in (
        select id from account_events where at < now() - make_interval(days => ${ACTIVITY_DAYS}) order by at limit ${BATCH} for update skip locked)`),
    ])
    return removed.reduce((sum, { count }) => sum + count, 0)
  })
}

/** Removes expired rows at intervals until closed. */
export function startExpiredRowCleanup(log: Logger, loginRecordDays: number): { close(): Promise<void> } {
  const timer = setInterval(async () => {
    try {
      for (let batch = 0; batch < BATCHES && (await deleteExpiredRows(loginRecordDays)) > 0; batch++);
    } catch (error) {
      log.warn({ err: error }, 'expired rows could not be removed')
    }
  }, EVERY_MS)
  timer.unref()
  return { close: async () => clearInterval(timer) }
}
