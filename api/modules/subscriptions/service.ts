/** An investor's subscriptions. */
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import { Problem } from '#contract/problem'
import type { Subscription, SubscriptionBody } from '#contract/subscriptions'
import { database, inTransaction } from '#db/connection'
import { readOffsetList } from '#db/listing'
import { lockLiveUser } from '#db/lock-order'
import { offerings } from '#db/schema/series'
import {
  subscriptionAcknowledgements,
  subscriptionSteps,
  subscriptions,
  unitsFor,
} from '#db/schema/subscriptions'
import { symbolKey, tokens } from '#db/schema/tokens'
import { mustConfirmEmail } from '#modules/accounts/email-rule'
import { checkStepUp } from '#modules/factors/step-up'
import { lockRegister } from '#modules/register/movements'
import { readOwnFigures } from '#modules/series/figures'
import {
  checkAcknowledged,
  checkAmount,
  checkCountry,
  checkOffering,
  checkReservation,
  checkRoom,
  checkVerification,
} from './eligibility.ts'
import { isIllustrative, takeStep, toSubscriptions } from './rows.ts'

export const noSuchSubscription = () => new Problem('not_found', 'There is no subscription with this id.')

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

/** One of them. Throws `not_found`, also for another investor's. */
export async function readSubscription(userId: number, id: number): Promise<Subscription> {
  const rows = await selectWhere(and(eq(subscriptions.user_id, userId), eq(subscriptions.id, id)))
  const [found] = await toSubscriptions(
    rows.map(({ subscription, ...series }) => ({ ...subscription, ...series })),
  )
  if (!found) throw noSuchSubscription()
  return found
}

/** A token open for investment and its newest offering, both locked against changes until the transaction ends. */
async function lockOffered(symbol: string) {
  const [token] = await database()
    .select()
    .from(tokens)
    .where(and(eq(symbolKey(tokens.symbol), symbolKey(symbol)), tokens.is_active))
    .for('share')
  if (!token) throw new Problem('not_found', 'There is no series with this symbol.')
  const [offering] = await database()
    .select()
    .from(offerings)
    .where(eq(offerings.token_id, token.id))
    .orderBy(desc(offerings.id))
    .limit(1)
    .for('share')
  checkOffering(token.symbol, offering)
  return { token, offering }
}

/**
 * Submits a subscription, which reserves its units. Throws `not_found` for an unknown symbol, `validation` for an
 * amount out of bounds or an unknown document, `not_verified` before the email is confirmed, where mail is sent, and after a verification has ended, `step_up_required` where orders at once make a large amount together, and `conflict` with what would be accepted for everything else.
 */
export function createSubscription(
  caller: Caller,
  { symbol, amount, acknowledged }: SubscriptionBody,
): Promise<Subscription> {
  const { id: userId } = caller
  return inTransaction(async () => {
    // Two at once are counted one after the other.
    const user = await lockLiveUser(userId, 'no key update')
    if (!user) throw new Problem('not_found', 'This account was deleted.')
    await checkStepUp({ stepUp: 'large_amount' }, caller, { amount })
    if (mustConfirmEmail(user)) {
      throw new Problem(
        'not_verified',
        'Please confirm your email address first: follow the link that we have mailed you.',
      )
    }
    if (user.closes_at) {
      throw new Problem(
        'conflict',
        'Your account is being closed. Keep it open first: Settings, Data, Keep my account.',
      )
    }
    await checkVerification(user)
    const { token, offering } = await lockOffered(symbol)
    checkAmount(amount, offering)
    await checkReservation(user, amount)
    checkCountry(user, offering)
    const versions = await checkAcknowledged(token.id, acknowledged)
    // From here on nobody else submits for this series, or is allotted units of it, until this is committed.
    await lockRegister(token.id)
    await checkRoom({ userId, amount }, offering, await readOwnFigures(token.id))
    const [row] = await database()
      .insert(subscriptions)
      .values({
        user_id: userId,
        token_id: token.id,
        offering_id: offering.id,
        amount,
        unit_price: offering.unit_price,
        units: unitsFor(sql`${amount}::numeric`, sql`${offering.unit_price}::numeric`),
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
    return readSubscription(userId, row.id)
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
    if (!row) throw noSuchSubscription()
    if (!WITHDRAWABLE.includes(row.state)) {
      throw new Problem(
        'conflict',
        row.state === 'funded'
          ? 'Your payment has arrived: this subscription can no longer be withdrawn here. Write to Support.'
          : `This subscription is ${row.state} and can no longer be withdrawn.`,
      )
    }
    await takeStep(id, { state: 'withdrawn' }, { by: 'investor' })
    return readSubscription(userId, id)
  })
}
