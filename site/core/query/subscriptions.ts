import { subscriptions } from '#contract/holdings/subscriptions'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from './investor-query.ts'
import { memoizeByKey } from './memoize-by-key.ts'

const changedBy = ['portfolio'] as const

/** The investor's subscriptions, newest first. */
export const { $view: $subscriptions, refresh: refreshSubscriptions } = createInvestorQuery(
  ['subscriptions'],
  async () => (await callInvestor(subscriptions.list, { query: { limit: 100 } })).subscriptions,
  { refetchOn: changedBy },
)

/** One subscription, by its id. */
export const getSubscriptionStore = memoizeByKey((id: number) =>
  createInvestorQuery(
    ['subscription', String(id)],
    async () => (await callInvestor(subscriptions.get, { params: { id } })).subscription,
    { refetchOn: changedBy },
  ),
)
