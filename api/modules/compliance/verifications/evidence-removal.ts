/** Removes evidence at the end of its retention: closed accounts, rejected verifications and abandoned drafts. */
import { and, asc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import type { Logger } from '#common/logger'
import { processRows } from '#common/process-rows'
import { deleteStoredFile } from '#common/upload-storage'
import { afterCommit, database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { verificationFiles, verificationSteps, verifications } from '#db/schema/compliance/verifications'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { toDay } from '#shared/calculations/calendar'
import { formatLongDate } from '#shared/format-date'
import { addHistoryEntry, notifyInvestor } from './verification-rows.ts'

/** Verifications per round. */
export const REMOVAL_BATCH_SIZE = 100
const DAY_MS = 86_400_000
/** Days without a change after which a draft's files are removed, and days before that its owner is notified. */
const DRAFT_DAYS = 90
const NOTICE_DAYS = 14
const NOTICE = 'draft_ending'

const server: Actor = { adminId: undefined, address: '', requestId: '' }

/** Removes the evidence of one verification if it still meets a condition, and records what was removed. */
function removeEvidence(userId: number, condition: SQL | undefined, because?: string): Promise<void> {
  return inTransaction(async () => {
    const [row] = await database()
      .select()
      .from(verifications)
      .where(and(eq(verifications.user_id, userId), condition))
      .for('no key update')
    if (!row) return
    const removed = await database()
      .delete(verificationFiles)
      .where(eq(verificationFiles.user_id, userId))
      .returning({
        id: verificationFiles.id,
        item: verificationFiles.item,
        filename: verificationFiles.filename,
      })
    const [first] = removed
    if (!first) return
    await addHistoryEntry(userId, { action: 'evidence_removed', by: 'system' })
    for (const { filename } of removed) afterCommit(() => void deleteStoredFile(filename))
    await recordAudit(server, {
      action: 'evidence.remove',
      entity: 'verification',
      entityId: userId,
      after: {
        because: because ?? (row.closed_at ? 'the account was closed' : 'the verification was rejected'),
        files: removed.map(({ id, item }) => ({ id, item })),
      },
      name: 'server',
    })
  })
}

const endedBefore = (end: Date) =>
  or(
    lt(verifications.closed_at, end),
    and(eq(verifications.state, 'refused'), lt(verifications.decided_at, end)),
  )

/** Removes evidence of accounts closed and verifications rejected `days` ago. Returns the number of verifications. */
export async function deleteOldEvidence(log: Logger, days: number, now = new Date()): Promise<number> {
  const condition = endedBefore(new Date(now.getTime() - days * DAY_MS))
  const due = await database()
    .select({ user_id: verifications.user_id })
    .from(verifications)
    .where(
      and(
        condition,
        inArray(
          verifications.user_id,
          database().select({ user_id: verificationFiles.user_id }).from(verificationFiles),
        ),
      ),
    )
    .orderBy(asc(verifications.user_id))
    .limit(REMOVAL_BATCH_SIZE)
  return processRows(due, ({ user_id }) => removeEvidence(user_id, condition), {
    log,
    message: 'evidence could not be removed',
  })
}

const ownSteps = sql`select from ${verificationSteps} as step
  where step.user_id = ${verifications.user_id} and step.action = ${NOTICE}`
/** When a draft's answers or files last changed. */
const changedAt = sql`greatest(${verifications.answered_at}, (select max(file.created_at) from ${verificationFiles} as file
  where file.user_id = ${verifications.user_id}))`

/** Drafts with files that were never submitted and unchanged for `days`. */
const isDraftUnchangedFor = (days: number, now: Date) =>
  and(
    eq(verifications.state, 'in_progress'),
    isNull(verifications.submitted_at),
    isNull(verifications.closed_at),
    sql`exists (select from ${verificationFiles} as file where file.user_id = ${verifications.user_id})`,
    sql`${changedAt} < ${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz`,
  )

const findDrafts = (condition: SQL | undefined) =>
  database()
    .select({ user_id: verifications.user_id })
    .from(verifications)
    .where(condition)
    .orderBy(asc(verifications.user_id))
    .limit(REMOVAL_BATCH_SIZE)

/** Tells the owner of a draft, once, that its files will soon be removed. */
function announceRemoval(userId: number, condition: SQL | undefined, now: Date): Promise<void> {
  return inTransaction(async () => {
    if (!(await lockActiveAccount(userId, 'key share'))) return
    const [row] = await database()
      .select({ userId: verifications.user_id })
      .from(verifications)
      .where(and(eq(verifications.user_id, userId), condition))
      .for('no key update')
    if (!row) return
    await addHistoryEntry(userId, { action: NOTICE, by: 'system' })
    await notifyInvestor(userId, {
      type: 'warning',
      title: 'Verification not submitted',
      message: `The files you uploaded will be deleted on ${formatLongDate(toDay(new Date(now.getTime() + NOTICE_DAYS * DAY_MS)))} unless you continue your verification. Your other answers are kept.`,
    })
  })
}

/**
 * Removes the files of abandoned drafts, {@link NOTICE_DAYS} after their owner was notified. Returns the larger of the
 * numbers of drafts announced and removed.
 */
export async function expireDrafts(log: Logger, now = new Date()): Promise<number> {
  const isUnannounced = and(
    isDraftUnchangedFor(DRAFT_DAYS - NOTICE_DAYS, now),
    sql`not exists (${ownSteps} and step.at > ${changedAt})`,
  )
  const message = 'a draft could not be expired'
  const announced = await processRows(
    await findDrafts(isUnannounced),
    ({ user_id }) => announceRemoval(user_id, isUnannounced, now),
    { log, message },
  )
  const told = new Date(now.getTime() - NOTICE_DAYS * DAY_MS).toISOString()
  const isOver = and(
    isDraftUnchangedFor(DRAFT_DAYS, now),
    sql`exists (${ownSteps} and step.at > ${changedAt} and step.at <= ${told}::timestamptz)`,
  )
  const because = `the draft was inactive for ${DRAFT_DAYS} days`
  const removed = await processRows(
    await findDrafts(isOver),
    ({ user_id }) => removeEvidence(user_id, isOver, because),
    { log, message },
  )
  return Math.max(announced, removed)
}
