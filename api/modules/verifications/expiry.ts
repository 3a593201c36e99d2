/** What time does to verifications: reminders and their end, and at intervals the removal of evidence. */

import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import { eachByItself } from '#common/each-by-itself'
import type { Logger } from '#common/log'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { users } from '#db/schema/accounts'
import { verifications } from '#db/schema/verifications'
import { recordAudit } from '#modules/audit/service'
import { dayOf, daysBetween } from '#shared/asset/calendar'
import { reminderDays } from '#shared/enums/verifications'
import { writeDay } from '#shared/written-day'
import { BATCH, expireDrafts, removeOldEvidence } from './evidence-removal.ts'
import { addStep, changeRow, markVerified, notifyInvestor } from './rows.ts'

const EVERY_MS = 60_000

const server: Actor = { adminId: undefined, address: '', requestId: '' }

/** Days from today, in UTC, to the last day on which a verification counts; negative once it has ended. */
const daysLeft = (until: string, now: Date): number => daysBetween(dayOf(now), until)

const lockRow = async (userId: number) => {
  const [row] = await database()
    .select()
    .from(verifications)
    .where(eq(verifications.user_id, userId))
    .for('no key update')
  return row
}

/** Reminds an investor, or ends the verification, when its day has come. */
function decide(userId: number, now: Date): Promise<void> {
  return inTransaction(async () => {
    const user = await lockLiveUser(userId, 'no key update')
    const row = user && (await lockRow(userId))
    if (!user?.is_verified || !row?.verified_until) return
    const left = daysLeft(row.verified_until, now)
    if (left < 0) {
      await markVerified(userId, false)
      // One that is being renewed stays where it is.
      await changeRow(userId, row.state === 'verified' ? { state: 'expired' } : {})
      await addStep(userId, { action: 'expired', by: 'system' })
      await notifyInvestor(userId, {
        type: 'warning',
        title: 'Verification ended',
        message: `It counted until ${writeDay(row.verified_until)}. Your holdings stay. Renew your verification to subscribe again.`,
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
    await changeRow(userId, { reminded: due })
    await addStep(userId, { action: `reminded_${due}`, by: 'system' })
    await notifyInvestor(userId, {
      type: due === reminderDays.at(-1) ? 'warning' : 'info',
      title: `Verification ends ${left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`}`,
      message: `It counts until ${writeDay(row.verified_until)}. Renew it now, so that you can go on subscribing.`,
    })
  })
}

/** Looks at every verification that ends soon or has ended, oldest first. Returns how many were looked at without an error. */
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
    .limit(BATCH)
  return eachByItself(due, ({ user_id }) => decide(user_id, now), {
    log,
    message: 'a verification could not be expired',
  })
}

/** Does all at intervals until closed. The returned handle waits for the round in progress. */
export function startVerificationExpiry(retentionDays: number, log: Logger): { close(): Promise<void> } {
  let running: Promise<void> | undefined
  const round = async () => {
    while ((await expireVerifications(log)) === BATCH);
    while ((await removeOldEvidence(log, retentionDays)) === BATCH);
    while ((await expireDrafts(log)) === BATCH);
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
