/** An investor's own verification. */

import { and, eq, inArray } from 'drizzle-orm'
import { assertUnchanged } from '#common/optimistic-lock'
import type { Verification, VerificationAnswers, VerificationEdit } from '#contract/compliance/verification'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { verificationDecisions, verificationFiles } from '#db/schema/compliance/verifications'
import { requiresEmailConfirmation } from '#modules/identity/accounts/email-confirmation-rule'
import { addDays, getToday } from '#shared/calculations/calendar'
import {
  editableStatuses,
  reminderDays,
  type VerificationItem,
  verificationItems,
} from '#shared/enums/verifications'
import { formatLongDate } from '#shared/format-date'
import { getChecklist } from './checklist.ts'
import { toOnboardingSteps } from './onboarding-steps.ts'
import {
  getItemAnswers,
  isFormAndEvidenceComplete,
  isFormComplete,
  listSubmissionBlockers,
  toItemStatuses,
} from './verification-items.ts'
import {
  addHistoryEntry,
  type FullVerification,
  getFullVerification,
  hasAnswers,
  lockFullVerification,
  replaceReceivedFiles,
  toEvidenceFile,
  updateVerification,
} from './verification-rows.ts'

/** The first day on which a verification can be renewed before it expires. */
const renewalFrom = (until: string): string => addDays(until, -reminderDays[0])

/** Why the form cannot be changed now; undefined if it can. */
function findLock({ row }: FullVerification): string | undefined {
  if ((editableStatuses as readonly string[]).includes(row.state)) return undefined
  switch (row.state) {
    case 'submitted':
    case 'in_review':
      return 'The compliance team is reviewing your answers. You can change them only if we ask for more information.'
    case 'refused':
      return 'Your verification was rejected. Contact Support if your circumstances change.'
    default:
  }
  // Manually verified: the steps can be completed at any time.
  if (row.verified_until === null) return undefined
  return getToday() >= renewalFrom(row.verified_until)
    ? undefined
    : `You are verified until ${formatLongDate(row.verified_until)}. You can renew from ${formatLongDate(renewalFrom(row.verified_until))}.`
}

/** Throws `conflict` while the form cannot be changed. */
export function assertEditable(whole: FullVerification): void {
  const lock = findLock(whole)
  if (lock) throw new Problem('conflict', lock)
}

async function toVerification(whole: FullVerification): Promise<Verification> {
  const { user, row, decisions, files, form } = whole
  const { grounds } = await getChecklist()
  const steps = toOnboardingSteps({
    state: row.state,
    isConfirmed: !requiresEmailConfirmation(user),
    isVerified: user.is_verified,
    isFilledIn: isFormComplete(form),
    isComplete: isFormAndEvidenceComplete(form),
    asked: decisions
      .filter(({ decision, is_answered }) => decision === 'needs_more' && !is_answered)
      .map(({ item }) => item),
  })
  return {
    state: row.state,
    kind: row.kind,
    items: toItemStatuses(form, decisions),
    answers: form.answers,
    files: files.map(toEvidenceFile),
    reason: row.state === 'refused' ? row.reason : '',
    by_hand: row.by_hand,
    verified_until: row.verified_until,
    can_edit: findLock(whole) === undefined,
    submitted_at: row.submitted_at?.toISOString() ?? null,
    steps,
    is_done: row.state === 'verified',
    declarations: [...form.declarations],
    grounds: grounds.map((ground) => ({ ...ground, countries: ground.countries ?? [] })),
    updated_at: row.answered_at.toISOString(),
  }
}

/** An investor's verification. */
export const getVerification = async (userId: number): Promise<Verification> =>
  toVerification(await getFullVerification(userId))

/** The answers with parts of the form merged in: fields individually, lists as a whole. */
function mergeAnswers(
  answers: VerificationAnswers,
  edit: Omit<VerificationEdit, 'kind' | 'updated_at'>,
): VerificationAnswers {
  const merged: Record<string, unknown> = { ...answers }
  for (const [name, part] of Object.entries(edit)) {
    if (part === undefined) continue
    const isGroup = typeof part === 'object' && !Array.isArray(part)
    merged[name] = isGroup ? { ...(merged[name] as object | undefined), ...part } : part
  }
  return merged as VerificationAnswers
}

/**
 * Records that the investor has changed items: an accepted one must be decided again, and a requested one is answered.
 */
export async function markItemsChanged(userId: number, items: readonly VerificationItem[]): Promise<void> {
  if (items.length === 0) return
  const ofItems = and(
    eq(verificationDecisions.user_id, userId),
    inArray(verificationDecisions.item, [...items]),
  )
  await database()
    .delete(verificationDecisions)
    .where(and(ofItems, eq(verificationDecisions.decision, 'accepted')))
  await database().update(verificationDecisions).set({ is_answered: true }).where(ofItems)
}

/** The documents of an identity that was verified do not show another one: new ones are required with new answers. */
async function replaceFilesOfChangedIdentity(
  whole: FullVerification,
  changed: readonly VerificationItem[],
): Promise<void> {
  const items = (['identity', 'entity'] as const).filter((item) => changed.includes(item))
  if (whole.user.verified_name !== '' && items.length > 0)
    await replaceReceivedFiles(whole, inArray(verificationFiles.item, items))
}

/** The state of a form that its owner has changed; the first change is recorded in the history. */
export async function recordEditing({
  row,
  user,
}: FullVerification): Promise<{ state: FullVerification['row']['state'] }> {
  if (row.state === 'in_progress' || row.state === 'needs_more') return { state: row.state }
  await addHistoryEntry(user.id, { action: row.submitted_at ? 'renewed' : 'started', by: 'investor' })
  return { state: 'in_progress' }
}

/**
 * Saves parts of the form. Throws `stale_write` if another window has changed it since `updated_at`, and `conflict`
 * while it cannot be changed.
 */
export function saveVerification(
  userId: number,
  { updated_at, kind, ...edit }: VerificationEdit,
): Promise<Verification> {
  return inTransaction(async () => {
    const whole = await lockFullVerification(userId)
    assertEditable(whole)
    const { row, form } = whole
    assertUnchanged({ updated_at: row.answered_at }, updated_at, 'form')
    const after = { kind: kind ?? form.kind, answers: mergeAnswers(form.answers, edit) }
    const changed = verificationItems.filter(
      (item) => JSON.stringify(getItemAnswers(item, form)) !== JSON.stringify(getItemAnswers(item, after)),
    )
    if (changed.length > 0 || (row.state === 'not_started' && (kind || hasAnswers(edit)))) {
      await markItemsChanged(userId, changed)
      await replaceFilesOfChangedIdentity(whole, changed)
      await updateVerification(userId, {
        ...after,
        ...(await recordEditing(whole)),
        // Two changes never have the same instant.
        answered_at: new Date(Math.max(Date.now(), row.answered_at.getTime() + 1)),
      })
    }
    return getVerification(userId)
  })
}

/** Submits the form. Throws `validation` with one detail for each missing item, and `conflict`. */
export function submitVerification(userId: number): Promise<Verification> {
  return inTransaction(async () => {
    const whole = await lockFullVerification(userId)
    assertEditable(whole)
    const { user, row, form, decisions } = whole
    if (requiresEmailConfirmation(user)) {
      throw new Problem(
        'not_verified',
        'Please confirm your email address first, using the link we emailed you.',
      )
    }
    const details = listSubmissionBlockers(form, decisions)
    if (details.length > 0) {
      throw new Problem('validation', 'Some items are missing. Complete them, then submit again.', {
        details,
      })
    }
    // After a decision it is a renewal, which is reviewed from the beginning.
    const isRenewal = row.decided_at !== null && row.state !== 'needs_more'
    await database()
      .delete(verificationDecisions)
      .where(
        and(
          eq(verificationDecisions.user_id, userId),
          isRenewal ? undefined : eq(verificationDecisions.decision, 'needs_more'),
        ),
      )
    await updateVerification(userId, {
      state: 'submitted',
      submitted_at: new Date(),
      reason: '',
      ...(isRenewal && { checks: [], risk: null, risk_grounds: '' }),
    })
    await addHistoryEntry(userId, { action: 'submitted', by: 'investor' })
    return getVerification(userId)
  })
}
