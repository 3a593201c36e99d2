/** Subscriptions whose time is over: approved ones that were not paid, and open ones of an offering that closed. */
import { sql } from 'drizzle-orm'
import type { Logger } from '#common/log'
import { database, inTransaction } from '#db/connection'
import { offerings } from '#db/schema/series'
import { DECISION_DAYS } from '#shared/asset/decision-days'
import { offeringEnd, takeStep } from './rows.ts'

const EVERY_MS = 60_000
/** Subscriptions of one transaction. */
const BATCH = 100

interface Due extends Record<string, unknown> {
  id: number
  state: string
}

/** Expires what is due, oldest first; locked rows are left for the next round. Returns their number. */
export function expireSubscriptions(): Promise<number> {
  return inTransaction(async () => {
    const due = await database().execute<Due>(sql`
      select subscriptions.id, subscriptions.state from subscriptions
      join ${offerings} on offerings.id = subscriptions.offering_id
      where (subscriptions.state = 'approved' and subscriptions.payment_due_at < now())
        or (subscriptions.state in ('submitted', 'in_review')
          and ${offeringEnd} < now() - make_interval(days => ${DECISION_DAYS}))
      order by subscriptions.id limit ${BATCH} for update of subscriptions skip locked`)
    for (const { id, state } of due) {
      const reason =
        state === 'approved'
          ? 'It was not paid in time.'
          : `It was not decided within ${DECISION_DAYS} days of the end of the offering.`
      await takeStep(id, { state: 'expired' }, { by: 'system', reason })
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
