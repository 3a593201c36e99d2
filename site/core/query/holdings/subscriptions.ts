import { subscriptions } from '#contract/holdings/subscriptions'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'
import { memoizeByKey } from '#core/query/memoize-by-key'

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
