/** Subscriptions whose time is over: approved ones that were not paid, and open ones of an offering that closed. */
import { sql } from 'drizzle-orm'
import { eachByItself } from '#common/each-by-itself'
import type { Logger } from '#common/log'
import { subscriptionReference } from '#contract/subscriptions'
import { database, inTransaction } from '#db/connection'
import { notifications } from '#db/schema/notifications'
import { offerings } from '#db/schema/series'
import { atOnce } from '#modules/notifications/at-once'
import { DECISION_DAYS } from '#shared/asset/decision-days'
import { offeringEnd, takeStep } from './rows.ts'

const EVERY_MS = 60_000
/** Subscriptions of one transaction. */
const BATCH = 100

/** Days for which an investor who has not submitted a verification can reserve units. */
const RESERVATION_DAYS = 14

/** The day by which a payment is to arrive counts to its end in UTC. */
const dueDayIsOver = sql`subscriptions.payment_due_at < date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`

const reasons = {
  unpaid: 'It was not paid in time.',
  undecided: `It was not decided within ${DECISION_DAYS} days of the end of the offering.`,
  unverified: `Your verification was not submitted within ${RESERVATION_DAYS} days.`,
} as const

interface Due extends Record<string, unknown> {
  id: number
  user_id: number
  because: keyof typeof reasons
  symbol: string
}

/** Expires what is due, oldest first; locked rows are left for the next round. Returns their number. */
export function expireSubscriptions(log: Logger): Promise<number> {
  return inTransaction(async () => {
    const due = await database().execute<Due>(sql`
      select subscriptions.id, subscriptions.user_id, because, tokens.symbol from subscriptions
      join tokens on tokens.id = subscriptions.token_id
      join ${offerings} on offerings.id = subscriptions.offering_id
      join users on users.id = subscriptions.user_id
      left join verifications on verifications.user_id = users.id
      cross join lateral (select case
        when subscriptions.state = 'approved' and ${dueDayIsOver} then 'unpaid'
        when subscriptions.state in ('submitted', 'in_review')
          and ${offeringEnd} < now() - make_interval(days => ${DECISION_DAYS}) then 'undecided'
        when subscriptions.state in ('submitted', 'in_review') and not users.is_verified
          and coalesce(verifications.state, 'not_started') in ('not_started', 'in_progress')
          and subscriptions.created_at < now() - make_interval(days => ${RESERVATION_DAYS}) then 'unverified'
        end as because) as expired
      where subscriptions.state in ('submitted', 'in_review', 'approved') and because is not null
      order by subscriptions.id limit ${BATCH} for update of subscriptions skip locked`)
    const expire = async ({ id, user_id, because, symbol }: Due) => {
      const reason = reasons[because]
      await takeStep(id, { state: 'expired' }, { by: 'system', reason })
      await database()
        .insert(notifications)
        .values({
          user_id,
          category: 'investment',
          type: 'warning',
          email: atOnce(user_id, 'investment'),
          title: `Subscription ${subscriptionReference(id)} has expired`,
          message: `Your subscription for ${symbol} has expired, and its units are free for others. ${reason}`,
        })
    }
    return eachByItself([...due], expire, { log, message: 'a subscription could not be expired' })
  })
}

/** Expires subscriptions at intervals until closed. */
export function startSubscriptionExpiry(log: Logger): { close(): Promise<void> } {
  const timer = setInterval(async () => {
    try {
      while ((await expireSubscriptions(log)) === BATCH);
    } catch (error) {
      log.warn({ err: error }, 'subscriptions could not be expired')
    }
  }, EVERY_MS)
  timer.unref()
  return { close: async () => clearInterval(timer) }
}
