/** An investor's own verification. */

import { and, eq, inArray } from 'drizzle-orm'
import { Problem } from '#contract/problem'
import type { Answers, Verification, VerificationEdit } from '#contract/verification'
import { database, inTransaction } from '#db/connection'
import { verificationDecisions } from '#db/schema/verifications'
import { mustConfirmEmail } from '#modules/accounts/email-rule'
import { checkUnchanged } from '#modules/editing'
import { addDays, today } from '#shared/asset/calendar'
import {
  editableStates,
  reminderDays,
  type VerificationItem,
  verificationItems,
} from '#shared/enums/verifications'
import { writeDay } from '#shared/written-day'
import { readChecklist } from './checklist.ts'
import { findObstacles, isComplete, isFilledIn, partOfItem, toEntries } from './items.ts'
import { addStep, changeRow, hasAnswers, lockWhole, readWhole, toFile, type Whole } from './rows.ts'
import { toSteps } from './steps.ts'

/** The first day on which a verification can be renewed before its end. */
const renewalFrom = (until: string): string => addDays(until, -reminderDays[0])

/** Why the form cannot be changed now; undefined when it can. */
function findLock({ row }: Whole): string | undefined {
  if ((editableStates as readonly string[]).includes(row.state)) return undefined
  switch (row.state) {
    case 'submitted':
    case 'in_review':
      return 'Your answers are with the compliance team. You can change them when an item is asked for again.'
    case 'refused':
      return 'Your verification was refused. Write to Support when something has changed.'
    default:
  }
  // Marked by hand: the steps can be taken at any time.
  if (row.verified_until === null) return undefined
  return today() >= renewalFrom(row.verified_until)
    ? undefined
    : `You are verified until ${writeDay(row.verified_until)}. You can renew it from ${writeDay(renewalFrom(row.verified_until))} on.`
}

/** Throws `conflict` while the form cannot be changed. */
export function checkEditable(whole: Whole): void {
  const lock = findLock(whole)
  if (lock) throw new Problem('conflict', lock)
}

async function toVerification(whole: Whole): Promise<Verification> {
  const { user, row, decisions, files, form } = whole
  const { grounds } = await readChecklist()
  const steps = toSteps({
    state: row.state,
    isConfirmed: !mustConfirmEmail(user),
    isVerified: user.is_verified,
    isFilledIn: isFilledIn(form),
    isComplete: isComplete(form),
    asked: decisions
      .filter(({ decision, is_answered }) => decision === 'needs_more' && !is_answered)
      .map(({ item }) => item),
  })
  return {
    state: row.state,
    kind: row.kind,
    items: toEntries(form, decisions),
    answers: form.answers,
    files: files.map(toFile),
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

/** The verification of an investor. */
export const readVerification = async (userId: number): Promise<Verification> =>
  toVerification(await readWhole(userId))

/** The answers with parts of the form put in: fields one by one, lists as a whole. */
function mergeAnswers(answers: Answers, edit: Omit<VerificationEdit, 'kind' | 'updated_at'>): Answers {
  const merged: Record<string, unknown> = { ...answers }
  for (const [name, part] of Object.entries(edit)) {
    if (part === undefined) continue
    const isGroup = typeof part === 'object' && !Array.isArray(part)
    merged[name] = isGroup ? { ...(merged[name] as object | undefined), ...part } : part
  }
  return merged as Answers
}

/**
 * Notes that the investor has changed items: an accepted one is to be decided again, and one that was asked for is
 * answered.
 */
export async function noteChanges(userId: number, items: readonly VerificationItem[]): Promise<void> {
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

/** The state of a form that its owner has changed; the first change is noted in the history. */
export async function noteEditing({ row, user }: Whole): Promise<{ state: Whole['row']['state'] }> {
  if (row.state === 'in_progress' || row.state === 'needs_more') return { state: row.state }
  await addStep(user.id, { action: row.submitted_at ? 'renewed' : 'started', by: 'investor' })
  return { state: 'in_progress' }
}

/**
 * Saves parts of the form. Throws `stale_write` when another window has changed it since `updated_at`, and `conflict`
 * while it cannot be changed.
 */
export function saveVerification(
  userId: number,
  { updated_at, kind, ...edit }: VerificationEdit,
): Promise<Verification> {
  return inTransaction(async () => {
    const whole = await lockWhole(userId)
    checkEditable(whole)
    const { row, form } = whole
    checkUnchanged({ updated_at: row.answered_at }, updated_at, 'form')
    const after = { kind: kind ?? form.kind, answers: mergeAnswers(form.answers, edit) }
    const changed = verificationItems.filter(
      (item) => JSON.stringify(partOfItem(item, form)) !== JSON.stringify(partOfItem(item, after)),
    )
    if (changed.length > 0 || (row.state === 'not_started' && (kind || hasAnswers(edit)))) {
      await noteChanges(userId, changed)
      await changeRow(userId, {
        ...after,
        ...(await noteEditing(whole)),
        // Two changes never carry the same instant.
        answered_at: new Date(Math.max(Date.now(), row.answered_at.getTime() + 1)),
      })
    }
    return readVerification(userId)
  })
}

/** Submits the form. Throws `validation` with one detail for each item that is missing, and `conflict`. */
export function submitVerification(userId: number): Promise<Verification> {
  return inTransaction(async () => {
    const whole = await lockWhole(userId)
    checkEditable(whole)
    const { user, form, decisions } = whole
    if (mustConfirmEmail(user)) {
      throw new Problem(
        'not_verified',
        'Please confirm your email address first: follow the link that we have mailed you.',
      )
    }
    const details = findObstacles(form, decisions)
    if (details.length > 0) {
      throw new Problem('validation', 'Some items are missing. Complete them, then submit again.', {
        details,
      })
    }
    await database()
      .delete(verificationDecisions)
      .where(and(eq(verificationDecisions.user_id, userId), eq(verificationDecisions.decision, 'needs_more')))
    await changeRow(userId, { state: 'submitted', submitted_at: new Date(), reason: '' })
    await addStep(userId, { action: 'submitted', by: 'investor' })
    return readVerification(userId)
  })
}
