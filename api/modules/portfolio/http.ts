import { actorOf } from '#common/actor'
import { adminPortfolios } from '#contract/admin-portfolios'
import { portfolio } from '#contract/portfolio'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
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
  revertToDerived,
  updatePortfolio,
} from './admin-service.ts'
import { readHistory } from './history.ts'
import { decideRequest, exportRequests, listRequests } from './requests.ts'
import { chooseToken, listActivities, listHoldings, readPortfolio } from './service.ts'

/** An investor's portfolio and requests to invest. */
export const portfolioRoutes = () => [
  serve(portfolio.read, ({ caller }) => readPortfolio(caller.id)),
  serve(portfolio.choose, async ({ caller, body }) => ({
    success: true as const,
    pendingInvestments: await chooseToken(caller.id, body.pending_investments),
  })),
  serve(portfolio.activities, async ({ caller }) => ({ activities: await listActivities(caller.id) })),
  serve(portfolio.history, ({ caller }) => readHistory(caller.id)),
  serve(portfolio.allocation, async ({ caller }) => ({ holdings: await listHoldings(caller.id) })),
]

const done = { success: true as const }

/** Portfolios, activities and requests of all investors. */
export const portfolioAdmin = () => [
  serve(adminPortfolios.management, ({ query }) => listPortfolios(query)),
  serveExport(adminPortfolios.exportCsv, 'portfolios', ({ query }) => exportPortfolios(query)),
  serve(adminPortfolios.create, async (call) => ({
    portfolio: await createPortfolio(call.body, actorOf(call)),
  })),
  serve(adminPortfolios.read, async ({ params }) => ({ portfolio: await readOnePortfolio(params.id) })),
  serve(adminPortfolios.updateValues, async (call) => ({
    portfolio: await updatePortfolio(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminPortfolios.useDerived, async (call) => ({
    portfolio: await revertToDerived(call.params.id, actorOf(call)),
  })),
  serve(adminPortfolios.remove, async (call) => {
    await deletePortfolio(call.params.id, actorOf(call))
    return done
  }),
  serve(adminPortfolios.activities, ({ query }) => listAllActivities(query)),
  serveExport(adminPortfolios.exportActivities, 'activities', ({ query }) => exportActivities(query)),
  serve(adminPortfolios.createActivity, async (call) => ({
    activity: await createActivity(call.body, actorOf(call)),
  })),
  serve(adminPortfolios.readActivity, async ({ params }) => ({
    activity: await readActivity(params.id),
  })),
  serve(adminPortfolios.updateActivity, async (call) => ({
    activity: await updateActivity(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminPortfolios.removeActivity, async (call) => {
    await deleteActivity(call.params.id, actorOf(call))
    return done
  }),
  serve(adminPortfolios.pending, ({ query }) => listRequests(query)),
  serveExport(adminPortfolios.exportPending, 'pending-tokens', ({ query }) => exportRequests(query)),
  serve(adminPortfolios.decide, async (call) => ({
    portfolio: await decideRequest(call.params.id, call.body, actorOf(call)),
  })),
]
