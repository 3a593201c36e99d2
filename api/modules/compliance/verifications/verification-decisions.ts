/** The compliance team's decisions about a verification. Each decision is one transaction with its audit entry. */

import { and, arrayContains, eq, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { assertUnchanged } from '#common/optimistic-lock'
import type { ConfirmedMatch } from '#contract/compliance/admin-screening'
import type {
  VerificationAction,
  VerificationDecision,
  VerificationReview,
} from '#contract/compliance/admin-verifications'
import { invalidFieldProblem, Problem, type ProblemDetail } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { verificationDecisions } from '#db/schema/compliance/verifications'
import { admins } from '#db/schema/identity/accounts'
import { assertNoOpenMatches, toAuditedMatches } from '#modules/compliance/screening/screening-matches'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { addDays, getToday } from '#shared/calculations/calendar'
import { normalizeCountryName } from '#shared/countries'
import {
  canReview,
  itemLabels,
  listItems,
  type VerificationItem,
  type VerificationStatus,
} from '#shared/enums/verifications'
import { formatLongDate } from '#shared/format-date'
import { getVerificationReview, listReviewChecks } from './admin-service.ts'
import { listMissingFields } from './verification-items.ts'
import {
  addHistoryEntry,
  expiredColumns,
  type FullVerification,
  lockFullVerification,
  notifyInvestor,
  setVerifiedFlag,
  updateVerification,
} from './verification-rows.ts'

/** Maximum time from a decision to a verification's expiry. */
const LONGEST_YEARS = 10

interface Deciding extends FullVerification {
  body: VerificationDecision
  adminId: number | undefined
  matches: readonly ConfirmedMatch[]
}

const dayAfter = (days: number): string => addDays(getToday(), days)

/** The states after a decision, within a sentence. */
const decidedWords: Partial<Record<VerificationStatus, string>> = {
  needs_more: 'more information needed',
  refused: 'rejected',
}

/** Throws `conflict` before the first submission, and after a decision. */
function checkReviewable({ row }: FullVerification): void {
  if (canReview(row.state)) return
  throw new Problem(
    'conflict',
    row.state === 'not_started' || row.state === 'in_progress'
      ? 'The investor has not submitted the form yet.'
      : `This verification cannot be decided in its current status (${decidedWords[row.state] ?? row.state}). The investor must submit it again first.`,
  )
}

/** The item in the body. Throws `validation` if it is missing, or does not belong to this type of investor. */
function requireItem({ body: { item }, row }: Deciding): VerificationItem {
  if (item && listItems(row.kind).includes(item)) return item
  throw invalidFieldProblem('/item', item ? 'This item does not apply to individuals' : 'Specify the item')
}

/** The reason in the body. Throws `validation` if it is missing. */
function requireReason({ body: { reason } }: Deciding, message: string): string {
  if (!reason) throw invalidFieldProblem('/reason', message)
  return reason
}

const underReview = ({ row }: FullVerification) => ({
  state: row.state === 'submitted' ? ('in_review' as const) : row.state,
})

const setDecision = (
  userId: number,
  item: VerificationItem,
  decision: 'accepted' | 'needs_more',
  reason = '',
) =>
  database()
    .insert(verificationDecisions)
    .values({ user_id: userId, item, decision, reason })
    .onConflictDoUpdate({
      target: [verificationDecisions.user_id, verificationDecisions.item],
      set: { decision, reason, is_answered: false, decided_at: sql`now()` },
    })

async function assign(deciding: Deciding): Promise<void> {
  const { user, body, adminId } = deciding
  const to = body.assigned_to === undefined ? (adminId ?? null) : body.assigned_to
  if (to !== null) {
    const [admin] = await database()
      .select({ id: admins.id })
      .from(admins)
      .where(
        and(
          eq(admins.id, to),
          eq(admins.is_active, true),
          sql`(${arrayContains(admins.roles, ['owner'])} or ${arrayContains(admins.roles, ['compliance'])})`,
        ),
      )
    if (!admin)
      throw invalidFieldProblem('/assigned_to', 'Select an active administrator who can decide verifications')
  }
  await updateVerification(user.id, { assigned_to: to, ...(to !== null && underReview(deciding)) })
}

/** Accepts an item. Throws `conflict` for an incomplete one, for which more information must be requested. */
async function acceptItem(deciding: Deciding): Promise<void> {
  checkReviewable(deciding)
  const item = requireItem(deciding)
  const [gap] = listMissingFields(item, deciding.form)
  if (gap)
    throw new Problem(
      'conflict',
      `${itemLabels[item]} is incomplete (${gap.message}). Request more information from the investor.`,
    )
  await setDecision(deciding.user.id, item, 'accepted')
  await updateVerification(deciding.user.id, underReview(deciding))
}

async function askAgain(deciding: Deciding): Promise<void> {
  checkReviewable(deciding)
  const item = requireItem(deciding)
  const reason = requireReason(deciding, 'Enter what is missing (shown to the investor)')
  await setDecision(deciding.user.id, item, 'needs_more', reason)
  await updateVerification(deciding.user.id, { state: 'needs_more' })
  await notifyInvestor(deciding.user.id, {
    type: 'warning',
    title: `Verification: more information needed on ${itemLabels[item]}`,
    message: reason,
  })
}

async function rate(deciding: Deciding): Promise<void> {
  if (!deciding.body.risk) throw invalidFieldProblem('/risk', 'Select a risk rating')
  const risk_grounds = requireReason(deciding, 'Enter the rationale for the rating')
  await updateVerification(deciding.user.id, { risk: deciding.body.risk, risk_grounds })
}

/** Ticks a check, also after verification, so that a review can be finished. Throws `conflict` for a rejected one. */
async function tick(deciding: Deciding): Promise<void> {
  const { body, row, user } = deciding
  if (row.state === 'refused') checkReviewable(deciding)
  const known = (await listReviewChecks(deciding)).find(({ id }) => id === body.check)
  if (!known) throw invalidFieldProblem('/check', 'This check does not apply to this investor')
  const others = row.checks.filter((id) => id !== known.id)
  await updateVerification(user.id, { checks: body.is_done === false ? others : [...others, known.id] })
}

async function verify(deciding: Deciding): Promise<void> {
  const { user, row, form, decisions, body } = deciding
  checkReviewable(deciding)
  await assertNoOpenMatches(user.id)
  if (deciding.matches.length > 0)
    requireReason(
      deciding,
      'This investor has a confirmed watchlist match. Explain why they are verified regardless.',
    )
  const open = listItems(row.kind).filter(
    (item) => !decisions.some((one) => one.item === item && one.decision === 'accepted'),
  )
  const details: ProblemDetail[] = open.map((item) => ({
    path: `/items/${item}`,
    message: `${itemLabels[item]} has not been accepted yet`,
  }))
  const until = body.verified_until
  if (!until) details.push({ path: '/verified_until', message: 'Enter the expiry date' })
  else if (until <= dayAfter(0)) details.push({ path: '/verified_until', message: 'Select a future date' })
  else if (until > dayAfter(LONGEST_YEARS * 366)) {
    details.push({ path: '/verified_until', message: `Select a date within ${LONGEST_YEARS} years` })
  }
  if (details.length > 0 || !until) {
    throw new Problem('validation', details[0]?.message ?? 'The verification cannot be decided yet', {
      details,
    })
  }
  await setVerifiedFlag(user.id, true, normalizeCountryName(form.answers.address?.country ?? ''))
  await updateVerification(user.id, {
    state: 'verified',
    verified_until: until,
    decided_at: new Date(),
    by_hand: false,
    hand_reason: '',
    reason: '',
    reminded: null,
  })
  await notifyInvestor(user.id, {
    type: 'success',
    title: 'Identity verified',
    message: `Your identity is verified until ${formatLongDate(until)}. Your requests and subscriptions can now be approved.`,
  })
}

async function refuse(deciding: Deciding): Promise<void> {
  if (deciding.row.state !== 'verified') checkReviewable(deciding)
  const reason = requireReason(deciding, 'Enter a reason for rejection (shown to the investor)')
  await setVerifiedFlag(deciding.user.id, false)
  await updateVerification(deciding.user.id, {
    state: 'refused',
    reason,
    decided_at: new Date(),
    by_hand: false,
    hand_reason: '',
  })
  await notifyInvestor(deciding.user.id, {
    type: 'error',
    title: 'Verification rejected',
    message: reason,
  })
}

async function expire({ user, row, body }: Deciding): Promise<void> {
  if (row.state !== 'verified') throw new Problem('conflict', 'Only a current verification can be ended.')
  await setVerifiedFlag(user.id, false)
  await updateVerification(user.id, expiredColumns())
  await notifyInvestor(user.id, {
    type: 'warning',
    title: 'Verification ended',
    message: `${body.reason ? `${body.reason} ` : ''}Your holdings are not affected. Renew your verification to subscribe again.`,
  })
}

const handlers: Record<VerificationAction, (deciding: Deciding) => Promise<void>> = {
  assign,
  accept_item: acceptItem,
  ask_again: askAgain,
  rate,
  check: tick,
  verify,
  refuse,
  expire,
}

/** What the audit log keeps: nothing the investor stated, and no reason, which may repeat it. */
const auditable = ({
  user_id,
  state,
  assigned_to,
  risk,
  items,
  verified_until,
  is_verified,
  checks,
}: VerificationReview) => ({
  user_id,
  state,
  is_verified,
  assigned_to: assigned_to?.id ?? null,
  risk,
  verified_until,
  items: Object.fromEntries(items.map((item) => [item.id, item.state])),
  checks: checks.filter(({ is_done }) => is_done).map(({ id }) => id),
})

/** The check that was ticked or cleared, in the wording of the checklist at the time. */
function describeCheck({ action, check }: VerificationDecision, { checks }: VerificationReview) {
  const known = action === 'check' ? checks.find(({ id }) => id === check) : undefined
  return known && { check: known.text, mark: known.is_done ? 'ticked' : 'cleared' }
}

/** The state of a review when its investor was verified, beyond the items, which are all accepted by then. */
function describeReview(
  { action }: VerificationDecision,
  { checks, risk, matches, files, is_email_confirmed }: VerificationReview,
) {
  if (action !== 'verify') return undefined
  const current = files.filter(({ replaced_at }) => replaced_at === null)
  const unopened = current.filter(({ is_opened }) => !is_opened).length
  const ticked = checks.filter(({ is_done }) => is_done).length
  return {
    review: `${ticked} of ${checks.length} checks completed, risk rating: ${risk ?? 'none'}${unopened > 0 ? `, ${unopened} of ${current.length} files not opened` : ''}${is_email_confirmed ? '' : ', email address not confirmed'}`,
    isIncomplete: ticked < checks.length || risk === null || unopened > 0 || !is_email_confirmed,
    ...toAuditedMatches(matches),
  }
}

/** The assignee's name: the log may be read after the account is gone. */
const describeAssignment = ({ action }: VerificationDecision, { assigned_to }: VerificationReview) =>
  action === 'assign' ? { assignee: assigned_to?.username ?? 'no one' } : undefined

/** Makes a decision. Throws `not_found`, `stale_write`, `validation` and `conflict`. */
export function decideVerification(
  userId: number,
  body: VerificationDecision,
  actor: Actor,
): Promise<VerificationReview> {
  return inTransaction(async () => {
    const whole = await lockFullVerification(userId, 'no key update')
    assertUnchanged(whole.row, body.updated_at, 'verification')
    const before = await getVerificationReview(userId)
    await handlers[body.action]({ ...whole, body, adminId: actor.adminId, matches: before.matches })
    const described = describeReview(body, before)
    const { isIncomplete, ...review } = described ?? { isIncomplete: false }
    if (body.action !== 'check') {
      const { action, item } = body
      const reason = [described?.review, body.reason].filter(Boolean).join('\n')
      await addHistoryEntry(userId, { action, item, by: 'desk', adminId: actor.adminId, reason })
    }
    const after = await getVerificationReview(userId)
    await recordAudit(actor, {
      action: `verification.${body.action}`,
      entity: 'verification',
      entityId: userId,
      before: { ...auditable(before), ...review },
      after: {
        ...auditable(after),
        ...(body.item && { item: body.item }),
        ...describeCheck(body, after),
        ...describeAssignment(body, after),
        ...review,
        ...(described?.on_list && { despite_list: true }),
        ...(described && (before.is_renamed || before.has_new_evidence) && { identity_changed: true }),
        ...(isIncomplete && { review_incomplete: true }),
      },
      changed: true,
    })
    return after
  })
}
