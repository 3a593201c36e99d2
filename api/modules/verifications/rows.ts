/** Rows of verifications: read, locked, and written down in their history. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import { Problem } from '#contract/problem'
import type { Answers, EvidenceFile } from '#contract/verification'
import { database } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { users } from '#db/schema/accounts'
import { notifications } from '#db/schema/notifications'
import {
  verificationDecisions,
  verificationFiles,
  verificationSteps,
  verifications,
} from '#db/schema/verifications'
import { atOnce } from '#modules/notifications/at-once'
import { addDays, today } from '#shared/asset/calendar'
import type { verificationActors } from '#shared/enums/verifications'
import { readChecklist } from './checklist.ts'
import { answersOf, type DecisionRow, type FileRow, type Form, type VerificationRow } from './items.ts'

type User = typeof users.$inferSelect

/** Everything about one investor's verification. */
export interface Whole {
  user: User
  row: VerificationRow
  decisions: DecisionRow[]
  files: FileRow[]
  form: Form
}

const noAccount = () => new Problem('not_found', 'There is no verification of this investor.')

async function readParts(user: User, row: VerificationRow): Promise<Whole> {
  const { declarations } = await readChecklist()
  const [decisions, files] = await Promise.all([
    database().select().from(verificationDecisions).where(eq(verificationDecisions.user_id, user.id)),
    database()
      .select()
      .from(verificationFiles)
      .where(eq(verificationFiles.user_id, user.id))
      .orderBy(asc(verificationFiles.id)),
  ])
  return {
    user,
    row,
    decisions,
    files,
    form: { kind: row.kind, answers: answersOf(row), files, declarations },
  }
}

/** Reads a verification. Throws `not_found`; with `withClosed` it finds that of a deleted account too. */
export async function readWhole(userId: number, { withClosed = false } = {}): Promise<Whole> {
  const [found] = await database()
    .select({ user: users, row: verifications })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.user_id))
    .where(and(eq(verifications.user_id, userId), withClosed ? undefined : isNull(users.deleted_at)))
  if (!found) throw noAccount()
  return readParts(found.user, found.row)
}

/** The same, with the account and the verification locked until the transaction ends. */
export async function lockWhole(
  userId: number,
  strength: 'key share' | 'no key update' = 'key share',
): Promise<Whole> {
  const user = await lockLiveUser(userId, strength)
  if (!user) throw noAccount()
  const [row] = await database()
    .select()
    .from(verifications)
    .where(eq(verifications.user_id, userId))
    .for('no key update')
  if (!row) throw noAccount()
  return readParts(user, row)
}

/** Changes the row; what other tables say of it counts as a change of it too. */
export async function changeRow(
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
export async function addStep(
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

/** A verification that no longer counts. */
export const ended = () => ({
  state: 'expired' as const,
  verified_until: addDays(today(), -1),
  decided_at: new Date(),
  by_hand: false,
  hand_reason: '',
})

/** Sets the mark of the account. What does not come through here counts as set by hand, see `mark_verified_by_hand`. */
export async function markVerified(userId: number, is_verified: boolean, country?: string): Promise<void> {
  const db = database()
  await db.execute(sql`select set_config('lodefield.verifying', 'yes', true)`)
  await db
    .update(users)
    .set({ is_verified, ...(country && { country }) })
    .where(eq(users.id, userId))
  await db.execute(sql`select set_config('lodefield.verifying', '', true)`)
}

/**
 * Writes down marks that an administrator set by hand: the reason of all of them, and a step of the history of those
 * that changed.
 */
export async function recordMarks(
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
 * Notifies the investor, under the bell and by mail as they have chosen for investments; a warning has to be acted on,
 * and is mailed at once.
 */
export async function notifyInvestor(userId: number, notice: Notice): Promise<void> {
  await database()
    .insert(notifications)
    .values({
      user_id: userId,
      category: 'investment',
      ...(notice.type === 'warning' && { email: atOnce(userId, 'investment') }),
      ...notice,
    })
}

export const toFile = ({ id, item, name, size, scanned, created_at }: FileRow): EvidenceFile => ({
  id,
  item,
  name,
  size,
  scanned,
  created_at: created_at.toISOString(),
})

/** Whether something was entered. */
export const hasAnswers = (answers: Answers): boolean => Object.keys(answers).length > 0
