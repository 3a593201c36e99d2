/** An investor's subscriptions. */
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import type { Subscription, SubscriptionBody } from '#contract/holdings/subscriptions'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { readOffsetList } from '#db/list-queries'
import { lockActiveAccount } from '#db/row-locks'
import { offerings } from '#db/schema/catalog/series'
import { normalizeSymbol, tokens } from '#db/schema/catalog/tokens'
import {
  calculateUnits,
  subscriptionAcknowledgements,
  subscriptionSteps,
  subscriptions,
} from '#db/schema/holdings/subscriptions'
import { isClosed } from '#modules/catalog/series/offerings'
import { getUncommittedSeriesFigures } from '#modules/catalog/series/series-figures'
import { lockRegister } from '#modules/holdings/register/movements'
import { requiresEmailConfirmation } from '#modules/identity/accounts/email-confirmation-rule'
import { assertStepUp } from '#modules/identity/second-factors/step-up'
import {
  assertAmountAvailable,
  assertAmountWithinLimits,
  assertDocumentsAcknowledged,
  assertEligibleCountry,
  assertOfferingOpen,
  assertVerified,
  checkReservation,
} from './eligibility.ts'
import { isIllustrative, toSubscriptions, updateSubscriptionStatus } from './subscription-rows.ts'

export const subscriptionNotFound = () => new Problem('not_found', 'Subscription not found.')

const selectWhere = (condition: SQL | undefined) =>
  database()
    .select({ subscription: subscriptions, symbol: tokens.symbol, is_illustrative: isIllustrative })
    .from(subscriptions)
    .innerJoin(tokens, eq(tokens.id, subscriptions.token_id))
    .where(condition)

/** A page of the subscriptions of an investor, newest first. */
export async function listSubscriptions(userId: number, page: { limit: number; offset: number }) {
  const own = eq(subscriptions.user_id, userId)
  const { rows, pagination } = await readOffsetList(page, {
    rows: () => selectWhere(own).orderBy(desc(subscriptions.id)).limit(page.limit).offset(page.offset),
    count: () => database().select({ total: count() }).from(subscriptions).where(own),
  })
  return {
    subscriptions: await toSubscriptions(
      rows.map(({ subscription, ...series }) => ({ ...subscription, ...series })),
    ),
    pagination,
  }
}

/** One subscription. Throws `not_found`, also for another investor's. */
export async function getInvestorSubscription(userId: number, id: number): Promise<Subscription> {
  const rows = await selectWhere(and(eq(subscriptions.user_id, userId), eq(subscriptions.id, id)))
  const [found] = await toSubscriptions(
    rows.map(({ subscription, ...series }) => ({ ...subscription, ...series })),
  )
  if (!found) throw subscriptionNotFound()
  return found
}

/** A token open for investment and its latest offering, both locked against changes until the transaction ends. */
async function lockOffered(symbol: string) {
  const [token] = await database()
    .select()
    .from(tokens)
    .where(and(eq(normalizeSymbol(tokens.symbol), normalizeSymbol(symbol)), tokens.is_active))
    .for('share')
  if (!token) throw new Problem('not_found', 'Series not found.')
  const [offering] = await database()
    .select()
    .from(offerings)
    .where(eq(offerings.token_id, token.id))
    .orderBy(asc(isClosed), desc(offerings.id))
    .limit(1)
    .for('share')
  assertOfferingOpen(token.symbol, offering)
  return { token, offering }
}

/**
 * Submits a subscription, which reserves its units. Throws `not_found` for an unknown symbol, `validation` for an
 * amount out of bounds or an unknown document, `not_verified` before the email is confirmed (where email is sent) and
 * after a verification has expired, `step_up_required` if concurrent orders make a large amount together, and
 * `conflict` with what would be accepted for everything else.
 */
export function createSubscription(
  caller: Caller,
  { symbol, amount, acknowledged }: SubscriptionBody,
): Promise<Subscription> {
  const { id: userId } = caller
  return inTransaction(async () => {
    // Two concurrent ones are counted one after the other.
    const user = await lockActiveAccount(userId, 'no key update')
    if (!user) throw new Problem('not_found', 'This account has been deleted.')
    await assertStepUp({ stepUp: 'large_amount' }, caller, { amount })
    if (requiresEmailConfirmation(user)) {
      throw new Problem(
        'not_verified',
        'Please confirm your email address first, using the link we emailed you.',
      )
    }
    if (user.closes_at) {
      throw new Problem(
        'conflict',
        'Your account is scheduled for closure. To subscribe, first cancel the closure in Settings under Data.',
      )
    }
    await assertVerified(user)
    const { token, offering } = await lockOffered(symbol)
    assertAmountWithinLimits(amount, offering)
    await checkReservation(user, amount)
    assertEligibleCountry(user, offering)
    const versions = await assertDocumentsAcknowledged(token.id, acknowledged)
    // From here until the commit, no one else submits for this series or is allotted its units.
    await lockRegister(token.id)
    await assertAmountAvailable({ user, amount }, offering, await getUncommittedSeriesFigures(token.id))
    const [row] = await database()
      .insert(subscriptions)
      .values({
        user_id: userId,
        token_id: token.id,
        offering_id: offering.id,
        amount,
        unit_price: offering.unit_price,
        units: calculateUnits(sql`${amount}::numeric`, sql`${offering.unit_price}::numeric`),
      })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    await database()
      .insert(subscriptionSteps)
      .values({ subscription_id: row.id, state: 'submitted', by: 'investor' })
    if (versions.length > 0) {
      await database()
        .insert(subscriptionAcknowledgements)
        .values(versions.map(({ id, sha256 }) => ({ subscription_id: row.id, version_id: id, sha256 })))
    }
    return getInvestorSubscription(userId, row.id)
  })
}

const WITHDRAWABLE: readonly string[] = ['submitted', 'in_review', 'approved']

/** Withdraws a subscription. Throws `not_found`, and `conflict` once it is paid or decided. */
export function withdrawSubscription(userId: number, id: number): Promise<Subscription> {
  return inTransaction(async () => {
    const [row] = await database()
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.user_id, userId), eq(subscriptions.id, id)))
      .for('update')
    if (!row) throw subscriptionNotFound()
    if (!WITHDRAWABLE.includes(row.state)) {
      throw new Problem(
        'conflict',
        row.state === 'funded'
          ? 'Your payment has been received, so this subscription can no longer be withdrawn here. Contact Support.'
          : `This subscription is ${row.state} and can no longer be withdrawn.`,
      )
    }
    await updateSubscriptionStatus(id, { state: 'withdrawn' }, { by: 'investor' })
    return getInvestorSubscription(userId, id)
  })
}
