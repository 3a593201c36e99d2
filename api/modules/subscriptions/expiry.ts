/** Subscriptions whose time is over: approved ones that were not paid, and open ones of an offering that closed. */
import { sql } from 'drizzle-orm'
import type { Logger } from '#common/log'
import { subscriptionReference } from '#contract/subscriptions'
import { database, inTransaction } from '#db/connection'
import { notifications } from '#db/schema/notifications'
import { offerings } from '#db/schema/series'
import { DECISION_DAYS } from '#shared/asset/decision-days'
import { offeringEnd, takeStep } from './rows.ts'

const EVERY_MS = 60_000
/** Subscriptions of one transaction. */
const BATCH = 100

interface Due extends Record<string, unknown> {
  id: number
  user_id: number
  state: string
  symbol: string
}

/** Expires what is due, oldest first; locked rows are left for the next round. Returns their number. */
export function expireSubscriptions(): Promise<number> {
  return inTransaction(async () => {
    const due = await database().execute<Due>(sql`
      select subscriptions.id, subscriptions.user_id, subscriptions.state, tokens.symbol from subscriptions
      join tokens on tokens.id = subscriptions.token_id
      join ${offerings} on offerings.id = subscriptions.offering_id
      where (subscriptions.state = 'approved' and subscriptions.payment_due_at < now())
        or (subscriptions.state in ('submitted', 'in_review')
          and ${offeringEnd} < now() - make_interval(days => ${DECISION_DAYS}))
      order by subscriptions.id limit ${BATCH} for update of subscriptions skip locked`)
    for (const { id, user_id, state, symbol } of due) {
      const reason =
        state === 'approved'
          ? 'It was not paid in time.'
          : `It was not decided within ${DECISION_DAYS} days of the end of the offering.`
      await takeStep(id, { state: 'expired' }, { by: 'system', reason })
      await database()
        .insert(notifications)
        .values({
          user_id,
          category: 'investment',
          type: 'warning',
          title: `Subscription ${subscriptionReference(id)} has expired`,
          message: `Your subscription for ${symbol} has expired, and its units are free for others. ${reason}`,
        })
    }
    return due.length
  })
}

/** Expires subscriptions at intervals until closed. */
export function startSubscriptionExpiry(log: Logger): { close(): Promise<void> } {
  const timer = setInterval(async () => {
    try {
      while ((await expireSubscriptions()) === BATCH);
    } catch (error) {
      log.warn({ err: error }, 'subscriptions could not be expired')
    }
  }, EVERY_MS)
  timer.unref()
  return { close: async () => clearInterval(timer) }
}
