/** Expiry of subscriptions: approved ones that were not paid, and open ones of a closed offering. */
import { sql } from 'drizzle-orm'
import type { Logger } from '#common/logger'
import { processRows } from '#common/process-rows'
import { formatSubscriptionReference } from '#contract/holdings/subscriptions'
import { database, inTransaction } from '#db/connection'
import { offerings } from '#db/schema/catalog/series'
import { notifications } from '#db/schema/messaging/notifications'
import { immediateEmailMode } from '#modules/messaging/notifications/immediate-notifications'
import { DECISION_DAYS } from '#shared/calculations/subscription-expiry'
import { selectOfferingEnd, updateSubscriptionStatus } from './subscription-rows.ts'

const EVERY_MS = 60_000
/** Subscriptions per transaction. */
const BATCH = 100

/** Days for which an investor who has not submitted a verification can reserve units. */
const RESERVATION_DAYS = 14

/** The payment due date lasts until the end of the day in UTC. */
const dueDayIsOver = sql`subscriptions.payment_due_at < date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`

const reasons = {
  unpaid: 'Payment was not received by the due date.',
  undecided: `No decision was made within ${DECISION_DAYS} days after the offering closed.`,
  unverified: `Your verification was not submitted within ${RESERVATION_DAYS} days.`,
} as const

interface Due extends Record<string, unknown> {
  id: number
  user_id: number
  because: keyof typeof reasons
  symbol: string
}

/** Expires due subscriptions, oldest first; locked rows are left for the next round. Returns their number. */
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
          and ${selectOfferingEnd} < now() - make_interval(days => ${DECISION_DAYS}) then 'undecided'
        when subscriptions.state in ('submitted', 'in_review') and not users.is_verified
          and coalesce(verifications.state, 'not_started') in ('not_started', 'in_progress')
          and subscriptions.created_at < now() - make_interval(days => ${RESERVATION_DAYS}) then 'unverified'
        end as because) as expired
      where subscriptions.state in ('submitted', 'in_review', 'approved') and because is not null
      order by subscriptions.id limit ${BATCH} for update of subscriptions skip locked`)
    const expire = async ({ id, user_id, because, symbol }: Due) => {
      const reason = reasons[because]
      await updateSubscriptionStatus(id, { state: 'expired' }, { by: 'system', reason })
      await database()
        .insert(notifications)
        .values({
          user_id,
          category: 'investment',
          type: 'warning',
          email: immediateEmailMode(user_id, 'investment'),
          title: `Subscription ${formatSubscriptionReference(id)} has expired`,
          message: `Your subscription for ${symbol} has expired and the reserved units have been released. ${reason}`,
        })
    }
    return processRows([...due], expire, { log, message: 'a subscription could not be expired' })
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
