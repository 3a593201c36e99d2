import { Elysia } from 'elysia'
import { adminPortfolios } from '#contract/admin-portfolios'
import { actorOf } from '#plugins/actor'
import { serve } from '#plugins/serve'
import { serveExport } from '#plugins/serve-export'
import {
  createActivity,
  deleteActivity,
  exportActivities,
  listAllActivities,
  readActivity,
  updateActivity,
} from './activities.ts'
import {
  createPortfolio,
  deletePortfolio,
  exportPortfolios,
  listPortfolios,
  readOnePortfolio,
  updatePortfolio,
} from './admin-service.ts'
import { decideRequest, exportRequests, listRequests } from './requests.ts'

const done = { success: true as const }

/** Portfolios, their activities and the requests of all investors. */
export const portfolioAdmin = () =>
  new Elysia({ name: 'portfolio-admin' })
    .use(serve(adminPortfolios.management, ({ query }) => listPortfolios(query)))
    .use(serveExport(adminPortfolios.exportCsv, 'portfolios', ({ query }) => exportPortfolios(query)))
    .use(
      serve(adminPortfolios.create, async (call) => ({
        portfolio: await createPortfolio(call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminPortfolios.read, async ({ params }) => ({ portfolio: await readOnePortfolio(params.id) })),
    )
    .use(
      serve(adminPortfolios.updateValues, async (call) => ({
        portfolio: await updatePortfolio(call.params.id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminPortfolios.remove, async (call) => {
        await deletePortfolio(call.params.id, actorOf(call))
        return done
      }),
    )
    .use(serve(adminPortfolios.activities, ({ query }) => listAllActivities(query)))
    .use(serveExport(adminPortfolios.exportActivities, 'activities', ({ query }) => exportActivities(query)))
    .use(
      serve(adminPortfolios.createActivity, async (call) => ({
        activity: await createActivity(call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminPortfolios.readActivity, async ({ params }) => ({
        activity: await readActivity(params.id),
      })),
    )
    .use(
      serve(adminPortfolios.updateActivity, async (call) => ({
        activity: await updateActivity(call.params.id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminPortfolios.removeActivity, async (call) => {
        await deleteActivity(call.params.id, actorOf(call))
        return done
      }),
    )
    .use(serve(adminPortfolios.pending, ({ query }) => listRequests(query)))
    .use(serveExport(adminPortfolios.exportPending, 'pending-tokens', ({ query }) => exportRequests(query)))
    .use(
      serve(adminPortfolios.decide, async (call) => ({
        portfolio: await decideRequest(call.params.id, call.body, actorOf(call)),
      })),
    )
