import { subscriptions } from '#contract/subscriptions'
import { callInvestor } from '#core/api/investor-api'
import { byKey } from './by-key.ts'
import { createInvestorQuery } from './investor-query.ts'

const changedBy = ['portfolio'] as const

/** The investor's subscriptions, newest first. */
export const { $view: $subscriptions, refresh: refreshSubscriptions } = createInvestorQuery(
  ['subscriptions'],
  async () => (await callInvestor(subscriptions.list, { query: { limit: 100 } })).subscriptions,
  { changedBy },
)

/** One of them, by its id. */
export const subscriptionOf = byKey((id: number) =>
  createInvestorQuery(
    ['subscription', String(id)],
    async () => (await callInvestor(subscriptions.read, { params: { id } })).subscription,
    { changedBy },
  ),
)
