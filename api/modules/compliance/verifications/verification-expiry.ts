/** Time-based changes to verifications: reminders, expiry, and removal of evidence at intervals. */

import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import type { Logger } from '#common/logger'
import { processRows } from '#common/process-rows'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { verifications } from '#db/schema/compliance/verifications'
import { users } from '#db/schema/identity/accounts'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { daysBetween, toDay } from '#shared/calculations/calendar'
import { reminderDays } from '#shared/enums/verifications'
import { formatLongDate } from '#shared/format-date'
import { deleteOldEvidence, expireDrafts, REMOVAL_BATCH_SIZE } from './evidence-removal.ts'
import { addHistoryEntry, notifyInvestor, setVerifiedFlag, updateVerification } from './verification-rows.ts'

const EVERY_MS = 60_000

const server: Actor = { adminId: undefined, address: '', requestId: '' }

/** Days from today, in UTC, to the last day on which a verification is valid; negative once it has expired. */
const daysLeft = (until: string, now: Date): number => daysBetween(toDay(now), until)

const lockRow = async (userId: number) => {
  const [row] = await database()
    .select()
    .from(verifications)
    .where(eq(verifications.user_id, userId))
    .for('no key update')
  return row
}

/** Reminds an investor, or expires the verification, when its day has come. */
function decide(userId: number, now: Date): Promise<void> {
  return inTransaction(async () => {
    const user = await lockActiveAccount(userId, 'no key update')
    const row = user && (await lockRow(userId))
    if (!user?.is_verified || !row?.verified_until) return
    const left = daysLeft(row.verified_until, now)
    if (left < 0) {
      await setVerifiedFlag(userId, false)
      // One that is being renewed keeps its state.
      await updateVerification(userId, row.state === 'verified' ? { state: 'expired' } : {})
      await addHistoryEntry(userId, { action: 'expired', by: 'system' })
      await notifyInvestor(userId, {
        type: 'warning',
        title: 'Verification expired',
        message: `Your verification was valid until ${formatLongDate(row.verified_until)}. Your holdings are not affected. Renew your verification to subscribe again.`,
      })
      return recordAudit(server, {
        action: 'verification.expire',
        entity: 'verification',
        entityId: userId,
        before: { is_verified: true },
        after: { is_verified: false, verified_until: row.verified_until },
        name: 'server',
      })
    }
    const due = reminderDays.findLast((days) => left <= days)
    if (due === undefined || (row.reminded !== null && row.reminded <= due)) return
    await updateVerification(userId, { reminded: due })
    await addHistoryEntry(userId, { action: `reminded_${due}`, by: 'system' })
    await notifyInvestor(userId, {
      type: due === reminderDays.at(-1) ? 'warning' : 'info',
      title: `Verification expires ${left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`}`,
      message: `Your verification is valid until ${formatLongDate(row.verified_until)}. Renew it now to continue subscribing.`,
    })
  })
}

/**
 * Processes every verification that expires soon or has expired, oldest first. Returns how many were processed without
 * an error.
 */
export async function expireVerifications(log: Logger, now = new Date()): Promise<number> {
  const day = now.toISOString().slice(0, 10)
  const due = await database()
    .select({ user_id: verifications.user_id })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.user_id))
    .where(
      and(
        eq(users.is_verified, true),
        isNull(users.deleted_at),
        isNotNull(verifications.verified_until),
        or(
          sql`${verifications.verified_until} < ${day}::date`,
          ...reminderDays.map((days) =>
            and(
              sql`${verifications.verified_until} <= ${day}::date + ${days}::int`,
              sql`(${verifications.reminded} is null or ${verifications.reminded} > ${days})`,
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(verifications.verified_until), asc(verifications.user_id))
    .limit(REMOVAL_BATCH_SIZE)
  return processRows(due, ({ user_id }) => decide(user_id, now), {
    log,
    message: 'a verification could not be expired',
  })
}

/** Does all of this at intervals until closed. The returned handle waits for the round in progress. */
export function startVerificationExpiry(retentionDays: number, log: Logger): { close(): Promise<void> } {
  let running: Promise<void> | undefined
  const round = async () => {
    while ((await expireVerifications(log)) === REMOVAL_BATCH_SIZE);
    while ((await deleteOldEvidence(log, retentionDays)) === REMOVAL_BATCH_SIZE);
    while ((await expireDrafts(log)) === REMOVAL_BATCH_SIZE);
  }
  const timer = setInterval(() => {
    running ??= round()
      .catch((err) => log.warn({ err }, 'verifications could not be expired'))
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
