/** Verification rows: reading, locking, and recording in their history. */
import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import type { EvidenceFile, VerificationAnswers } from '#contract/compliance/verification'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import {
  verificationDecisions,
  verificationFiles,
  verificationSteps,
  verifications,
} from '#db/schema/compliance/verifications'
import { users } from '#db/schema/identity/accounts'
import { notifications } from '#db/schema/messaging/notifications'
import { immediateEmailMode } from '#modules/messaging/notifications/immediate-notifications'
import { addDays, getToday } from '#shared/calculations/calendar'
import type { verificationActors } from '#shared/enums/verifications'
import { getChecklist } from './checklist.ts'
import {
  type DecisionRow,
  type FileRow,
  getAnswers,
  type VerificationForm,
  type VerificationRow,
} from './verification-items.ts'

type User = typeof users.$inferSelect

/** Everything about one investor's verification. */
export interface FullVerification {
  user: User
  row: VerificationRow
  decisions: DecisionRow[]
  files: FileRow[]
  /** Files that were removed or replaced after compliance had received them. */
  replacedFiles: FileRow[]
  form: VerificationForm
}

const noAccount = () => new Problem('not_found', 'Verification not found.')

async function readParts(user: User, row: VerificationRow): Promise<FullVerification> {
  const { declarations } = await getChecklist()
  const [decisions, allFiles] = await Promise.all([
    database().select().from(verificationDecisions).where(eq(verificationDecisions.user_id, user.id)),
    database()
      .select()
      .from(verificationFiles)
      .where(eq(verificationFiles.user_id, user.id))
      .orderBy(asc(verificationFiles.id)),
  ])
  const files = allFiles.filter(({ replaced_at }) => replaced_at === null)
  return {
    user,
    row,
    decisions,
    files,
    replacedFiles: allFiles.filter(({ replaced_at }) => replaced_at !== null),
    form: { kind: row.kind, answers: getAnswers(row), files, declarations },
  }
}

/** Reads a verification. Throws `not_found`; with `withClosed` it also finds that of a deleted account. */
export async function getFullVerification(
  userId: number,
  { withClosed = false } = {},
): Promise<FullVerification> {
  const [found] = await database()
    .select({ user: users, row: verifications })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.user_id))
    .where(and(eq(verifications.user_id, userId), withClosed ? undefined : isNull(users.deleted_at)))
  if (!found) throw noAccount()
  return readParts(found.user, found.row)
}

/** The same, with the account and the verification locked until the transaction ends. */
export async function lockFullVerification(
  userId: number,
  strength: 'key share' | 'no key update' = 'key share',
): Promise<FullVerification> {
  const user = await lockActiveAccount(userId, strength)
  if (!user) throw noAccount()
  const [row] = await database()
    .select()
    .from(verifications)
    .where(eq(verifications.user_id, userId))
    .for('no key update')
  if (!row) throw noAccount()
  return readParts(user, row)
}

/** Changes the row; changes in related tables count as changes of it too. */
export async function updateVerification(
  userId: number,
  changes: Partial<typeof verifications.$inferInsert> = {},
): Promise<void> {
  await database()
    .update(verifications)
    .set({ ...changes, updated_at: sql`now()` })
    .where(eq(verifications.user_id, userId))
}

export interface HistoryEntry {
  action: string
  item?: string | undefined
  by: (typeof verificationActors)[number]
  adminId?: number | undefined
  reason?: string | undefined
}

/** Adds to the history, which administrators read. */
export async function addHistoryEntry(
  userId: number,
  { action, item, by, adminId, reason }: HistoryEntry,
): Promise<void> {
  await database()
    .insert(verificationSteps)
    .values({
      user_id: userId,
      action,
      item: item ?? null,
      by,
      admin_id: adminId ?? null,
      reason: reason ?? '',
    })
}

/**
 * Marks current files as replaced if compliance has received them, that is, if they were uploaded before the last
 * submission. Returns the ids of those.
 */
export async function replaceReceivedFiles(
  { user, row }: FullVerification,
  condition: SQL | undefined,
): Promise<number[]> {
  if (!row.submitted_at) return []
  const replaced = await database()
    .update(verificationFiles)
    .set({ replaced_at: sql`now()` })
    .where(
      and(
        eq(verificationFiles.user_id, user.id),
        isNull(verificationFiles.replaced_at),
        lte(verificationFiles.created_at, row.submitted_at),
        condition,
      ),
    )
    .returning({ id: verificationFiles.id })
  return replaced.map(({ id }) => id)
}

/** A verification that is no longer valid. */
export const expiredColumns = () => ({
  state: 'expired' as const,
  verified_until: addDays(getToday(), -1),
  decided_at: new Date(),
  by_hand: false,
  hand_reason: '',
})

/** Sets the account's verified flag. Changes made elsewhere count as manual, see `mark_verified_by_hand`. */
export async function setVerifiedFlag(userId: number, is_verified: boolean, country?: string): Promise<void> {
  const db = database()
  await db.execute(sql`select set_config('lodefield.verifying', 'yes', true)`)
  await db
    .update(users)
    .set({ is_verified, ...(country && { country }) })
    .where(eq(users.id, userId))
  await db.execute(sql`select set_config('lodefield.verifying', '', true)`)
}

/**
 * Records manual verifications by an administrator: the reason for all of them, and a history step for those that
 * changed.
 */
export async function recordManualVerifications(
  userIds: number[],
  changed: number[],
  { is_verified, reason = '' }: { is_verified: boolean; reason?: string | undefined },
  { adminId }: Actor,
): Promise<void> {
  if (reason) {
    await database()
      .update(verifications)
      .set({ hand_reason: reason })
      .where(and(inArray(verifications.user_id, userIds), eq(verifications.by_hand, true)))
  }
  if (changed.length === 0) return
  const action = is_verified ? 'marked_by_hand' : 'unmarked_by_hand'
  await database()
    .insert(verificationSteps)
    .values(
      changed.map((user_id) => ({ user_id, action, by: 'desk' as const, admin_id: adminId ?? null, reason })),
    )
}

interface Notice {
  type: 'info' | 'success' | 'warning' | 'error'
  title: string
  message: string
}

/**
 * Notifies the investor, under the bell and by email as chosen for investments; a warning requires action and is
 * emailed immediately.
 */
export async function notifyInvestor(userId: number, notice: Notice): Promise<void> {
  await database()
    .insert(notifications)
    .values({
      user_id: userId,
      category: 'investment',
      ...(notice.type === 'warning' && { email: immediateEmailMode(userId, 'investment') }),
      ...notice,
    })
}

export const toEvidenceFile = ({ id, item, name, size, scanned, created_at }: FileRow): EvidenceFile => ({
  id,
  item,
  name,
  size,
  scanned,
  created_at: created_at.toISOString(),
})

/** Whether something was entered. */
export const hasAnswers = (answers: VerificationAnswers): boolean => Object.keys(answers).length > 0
