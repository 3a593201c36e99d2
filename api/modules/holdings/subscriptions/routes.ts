import { toActor } from '#common/audit-actor'
import { adminSubscriptions } from '#contract/holdings/admin-subscriptions'
import { subscriptions } from '#contract/holdings/subscriptions'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { decideSubscription, exportSubscriptions, listAllSubscriptions } from './admin-subscriptions.ts'
import {
  createSubscription,
  getInvestorSubscription,
  listSubscriptions,
  withdrawSubscription,
} from './investor-subscriptions.ts'
import { getSubscriptionReview } from './subscription-review.ts'

/** An investor's subscriptions. */
export const subscriptionRoutes = () => [
  serveEndpoint(subscriptions.create, async ({ caller, body }) => ({
    subscription: await createSubscription(caller, body),
  })),
  serveEndpoint(subscriptions.list, ({ caller, query }) => listSubscriptions(caller.id, query)),
  serveEndpoint(subscriptions.get, async ({ caller, params }) => ({
    subscription: await getInvestorSubscription(caller.id, params.id),
  })),
  serveEndpoint(subscriptions.withdraw, async ({ caller, params }) => ({
    subscription: await withdrawSubscription(caller.id, params.id),
  })),
]

/** Subscriptions of all investors. */
export const subscriptionAdmin = () => [
  serveEndpoint(adminSubscriptions.list, ({ query }) => listAllSubscriptions(query)),
  serveExport(adminSubscriptions.exportCsv, 'subscriptions', ({ query }) => exportSubscriptions(query)),
  serveEndpoint(adminSubscriptions.get, ({ params }) => getSubscriptionReview(params.id)),
  serveEndpoint(adminSubscriptions.decide, async (call) => ({
    subscription: await decideSubscription(call.params.id, call.body, toActor(call)),
  })),
]
