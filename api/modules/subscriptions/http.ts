import { actorOf } from '#common/actor'
import { adminSubscriptions } from '#contract/admin-subscriptions'
import { subscriptions } from '#contract/subscriptions'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { decideSubscription, exportSubscriptions, listAllSubscriptions } from './admin-service.ts'
import { readSubscriptionFile } from './file.ts'
import { createSubscription, listSubscriptions, readSubscription, withdrawSubscription } from './service.ts'

/** An investor's subscriptions. */
export const subscriptionRoutes = () => [
  serve(subscriptions.create, async ({ caller, body }) => ({
    subscription: await createSubscription(caller, body),
  })),
  serve(subscriptions.list, ({ caller, query }) => listSubscriptions(caller.id, query)),
  serve(subscriptions.read, async ({ caller, params }) => ({
    subscription: await readSubscription(caller.id, params.id),
  })),
  serve(subscriptions.withdraw, async ({ caller, params }) => ({
    subscription: await withdrawSubscription(caller.id, params.id),
  })),
]

/** Subscriptions of all investors. */
export const subscriptionAdmin = () => [
  serve(adminSubscriptions.list, ({ query }) => listAllSubscriptions(query)),
  serveExport(adminSubscriptions.exportCsv, 'subscriptions', ({ query }) => exportSubscriptions(query)),
  serve(adminSubscriptions.read, ({ params }) => readSubscriptionFile(params.id)),
  serve(adminSubscriptions.decide, async (call) => ({
    subscription: await decideSubscription(call.params.id, call.body, actorOf(call)),
  })),
]
