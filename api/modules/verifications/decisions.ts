/** What the compliance team decides about a verification. Each decision is one transaction with its audit entry. */

import { and, arrayContains, eq, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { ScreeningMatch } from '#contract/admin-screening'
import type {
  ReviewedVerification,
  VerificationAction,
  VerificationDecision,
} from '#contract/admin-verifications'
import { invalidField, Problem, type ProblemDetail } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { admins } from '#db/schema/accounts'
import { verificationDecisions } from '#db/schema/verifications'
import { recordAudit } from '#modules/audit/service'
import { checkUnchanged } from '#modules/editing'
import { assertNoOpenHits, keptMatches } from '#modules/screening/service'
import { addDays, today } from '#shared/asset/calendar'
import { toCountryName } from '#shared/countries'
import { canReview, itemLabels, itemsOf, type VerificationItem } from '#shared/enums/verifications'
import { writeDay } from '#shared/written-day'
import { readChecks, readReviewed } from './admin-service.ts'
import { gapsOf } from './items.ts'
import { addStep, changeRow, ended, lockWhole, markVerified, notifyInvestor, type Whole } from './rows.ts'

/** Longest time from a decision to the end of a verification. */
const LONGEST_YEARS = 10

interface Deciding extends Whole {
  body: VerificationDecision
  adminId: number | undefined
  matches: readonly ScreeningMatch[]
}

const dayAfter = (days: number): string => addDays(today(), days)

/** Throws `conflict` before anything was submitted, and after a decision. */
function checkReviewable({ row }: Whole): void {
  if (canReview(row.state)) return
  throw new Problem(
    'conflict',
    row.state === 'not_started' || row.state === 'in_progress'
      ? 'Nothing was submitted yet. Wait until the investor has submitted the form.'
      : `This verification is ${row.state}. The investor has to submit it anew first.`,
  )
}

/** The item of the body. Throws `validation` when it is missing, or not one of this kind of investor. */
function requireItem({ body: { item }, row }: Deciding): VerificationItem {
  if (item && itemsOf(row.kind).includes(item)) return item
  throw invalidField('/item', item ? 'A person has no such item' : 'Name the item')
}

/** The reason of the body. Throws `validation` when it is missing. */
function requireReason({ body: { reason } }: Deciding, message: string): string {
  if (!reason) throw invalidField('/reason', message)
  return reason
}

const underReview = ({ row }: Whole) => ({
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
      throw invalidField('/assigned_to', 'Choose an active administrator who may decide verifications')
  }
  await changeRow(user.id, { assigned_to: to, ...(to !== null && underReview(deciding)) })
}

/** Accepts an item. Throws `conflict` for one of which something is missing: it has to be asked for again. */
async function acceptItem(deciding: Deciding): Promise<void> {
  checkReviewable(deciding)
  const item = requireItem(deciding)
  const [gap] = gapsOf(item, deciding.form)
  if (gap)
    throw new Problem(
      'conflict',
      `${itemLabels[item]} is not complete (${gap.message}). Ask the investor for it again.`,
    )
  await setDecision(deciding.user.id, item, 'accepted')
  await changeRow(deciding.user.id, underReview(deciding))
}

async function askAgain(deciding: Deciding): Promise<void> {
  checkReviewable(deciding)
  const item = requireItem(deciding)
  const reason = requireReason(deciding, 'Say what is missing: the investor reads it')
  await setDecision(deciding.user.id, item, 'needs_more', reason)
  await changeRow(deciding.user.id, { state: 'needs_more' })
  await notifyInvestor(deciding.user.id, {
    type: 'warning',
    title: `Verification: ${itemLabels[item]} is asked for again`,
    message: reason,
  })
}

async function rate(deciding: Deciding): Promise<void> {
  if (!deciding.body.risk) throw invalidField('/risk', 'Choose the risk')
  const risk_grounds = requireReason(deciding, 'Name the grounds of the rating')
  await changeRow(deciding.user.id, { risk: deciding.body.risk, risk_grounds })
}

/** Ticks a check; after verifying too, so that a review can be finished. Throws `conflict` for a refused one. */
async function tick(deciding: Deciding): Promise<void> {
  const { body, row, user } = deciding
  if (row.state === 'refused') checkReviewable(deciding)
  const known = (await readChecks(deciding)).find(({ id }) => id === body.check)
  if (!known) throw invalidField('/check', 'This check is not on the list for this investor')
  const others = row.checks.filter((id) => id !== known.id)
  await changeRow(user.id, { checks: body.is_done === false ? others : [...others, known.id] })
}

async function verify(deciding: Deciding): Promise<void> {
  const { user, row, form, decisions, body } = deciding
  checkReviewable(deciding)
  await assertNoOpenHits(user.id)
  if (deciding.matches.length > 0)
    requireReason(deciding, 'This investor is on a list. Say why they are verified all the same.')
  const open = itemsOf(row.kind).filter(
    (item) => !decisions.some((one) => one.item === item && one.decision === 'accepted'),
  )
  const details: ProblemDetail[] = open.map((item) => ({
    path: `/items/${item}`,
    message: `${itemLabels[item]} is not accepted yet`,
  }))
  const until = body.verified_until
  if (!until) details.push({ path: '/verified_until', message: 'Name the day until which it counts' })
  else if (until <= dayAfter(0))
    details.push({ path: '/verified_until', message: 'Choose a day in the future' })
  else if (until > dayAfter(LONGEST_YEARS * 366)) {
    details.push({ path: '/verified_until', message: `Choose a day within ${LONGEST_YEARS} years` })
  }
  if (details.length > 0 || !until) {
    throw new Problem('validation', details[0]?.message ?? 'The verification cannot be decided yet', {
      details,
    })
  }
  await markVerified(user.id, true, toCountryName(form.answers.address?.country ?? ''))
  await changeRow(user.id, {
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
    message: `Your identity has been verified until ${writeDay(until)}. Your requests and subscriptions can be approved.`,
  })
}

async function refuse(deciding: Deciding): Promise<void> {
  if (deciding.row.state !== 'verified') checkReviewable(deciding)
  const reason = requireReason(deciding, 'Say why it is refused: the investor reads it')
  await markVerified(deciding.user.id, false)
  await changeRow(deciding.user.id, {
    state: 'refused',
    reason,
    decided_at: new Date(),
    by_hand: false,
    hand_reason: '',
  })
  await notifyInvestor(deciding.user.id, {
    type: 'error',
    title: 'Verification refused',
    message: reason,
  })
}

async function expire({ user, row, body }: Deciding): Promise<void> {
  if (row.state !== 'verified') throw new Problem('conflict', 'Only a verification that counts can be ended.')
  await markVerified(user.id, false)
  await changeRow(user.id, ended())
  await notifyInvestor(user.id, {
    type: 'warning',
    title: 'Verification ended',
    message: `${body.reason ? `${body.reason} ` : ''}Your holdings stay. Renew your verification to subscribe again.`,
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

/** What the audit log keeps: nothing that the investor said, and no reason, which may repeat it. */
const auditable = ({
  user_id,
  state,
  assigned_to,
  risk,
  items,
  verified_until,
  is_verified,
  checks,
}: ReviewedVerification) => ({
  user_id,
  state,
  is_verified,
  assigned_to: assigned_to?.id ?? null,
  risk,
  verified_until,
  items: Object.fromEntries(items.map((item) => [item.id, item.state])),
  checks: checks.filter(({ is_done }) => is_done).map(({ id }) => id),
})

/** The check that was ticked or cleared, in the words of the checklist as it was then. */
function describeCheck({ action, check }: VerificationDecision, { checks }: ReviewedVerification) {
  const known = action === 'check' ? checks.find(({ id }) => id === check) : undefined
  return known && { check: known.text, mark: known.is_done ? 'ticked' : 'cleared' }
}

/** How a review stood when its investor was verified: what is not said by the items, which are all accepted then. */
function describeReview(
  { action }: VerificationDecision,
  { checks, risk, matches, files }: ReviewedVerification,
) {
  if (action !== 'verify') return undefined
  const unopened = files.filter(({ is_opened }) => !is_opened).length
  const ticked = checks.filter(({ is_done }) => is_done).length
  return {
    review: `${ticked} of ${checks.length} checks ticked, risk ${risk ?? 'not rated'}${unopened > 0 ? `, ${unopened} of ${files.length} files not opened` : ''}`,
    ...keptMatches(matches),
  }
}

/** Who has a verification that was assigned, by name: the log may be read when the account is gone. */
const describeAssignment = ({ action }: VerificationDecision, { assigned_to }: ReviewedVerification) =>
  action === 'assign' ? { assignee: assigned_to?.username ?? 'nobody' } : undefined

/** Carries out a decision. Throws `not_found`, `stale_write`, `validation` and `conflict`. */
export function decideVerification(
  userId: number,
  body: VerificationDecision,
  actor: Actor,
): Promise<ReviewedVerification> {
  return inTransaction(async () => {
    const whole = await lockWhole(userId, 'no key update')
    checkUnchanged(whole.row, body.updated_at, 'verification')
    const before = await readReviewed(userId)
    await handlers[body.action]({ ...whole, body, adminId: actor.adminId, matches: before.matches })
    const review = describeReview(body, before)
    if (body.action !== 'check') {
      const { action, item } = body
      const reason = [review?.review, body.reason].filter(Boolean).join('\n')
      await addStep(userId, { action, item, by: 'desk', adminId: actor.adminId, reason })
    }
    const after = await readReviewed(userId)
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
        ...(review?.on_list && { despite_list: true }),
      },
      changed: true,
    })
    return after
  })
}
