import { toActor } from '#common/audit-actor'
import { adminPortfolios } from '#contract/portfolio/admin-portfolios'
import { portfolio } from '#contract/portfolio/portfolio'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import {
  createActivity,
  deleteActivity,
  exportActivities,
  getActivity,
  listAllActivities,
  updateActivity,
} from './admin-activities.ts'
import {
  createPortfolio,
  deletePortfolio,
  exportPortfolios,
  getPortfolioById,
  listPortfolios,
  revertToCalculated,
  updatePortfolio,
} from './admin-portfolios.ts'
import {
  decideInvestmentRequest,
  exportInvestmentRequests,
  listInvestmentRequests,
} from './investment-requests.ts'
import { getPortfolio, listActivities, listAllocationSeries, requestInvestment } from './service.ts'
import { getValueHistory } from './value-history.ts'

/** An investor's portfolio and requests to invest. */
export const portfolioRoutes = () => [
  serveEndpoint(portfolio.get, ({ caller }) => getPortfolio(caller.id)),
  serveEndpoint(portfolio.requestInvestment, async ({ caller, body }) => ({
    success: true as const,
    pendingInvestments: await requestInvestment(caller.id, body.pending_investments),
  })),
  serveEndpoint(portfolio.listActivities, async ({ caller }) => ({
    activities: await listActivities(caller.id),
  })),
  serveEndpoint(portfolio.getValueHistory, ({ caller }) => getValueHistory(caller.id)),
  serveEndpoint(portfolio.getAllocation, async ({ caller }) => ({
    holdings: await listAllocationSeries(caller.id),
  })),
]

const done = { success: true as const }

/** Portfolios, activities and requests of all investors. */
export const portfolioAdmin = () => [
  serveEndpoint(adminPortfolios.list, ({ query }) => listPortfolios(query)),
  serveExport(adminPortfolios.exportCsv, 'portfolios', ({ query }) => exportPortfolios(query)),
  serveEndpoint(adminPortfolios.create, async (call) => ({
    portfolio: await createPortfolio(call.body, toActor(call)),
  })),
  serveEndpoint(adminPortfolios.get, async ({ params }) => ({
    portfolio: await getPortfolioById(params.id),
  })),
  serveEndpoint(adminPortfolios.update, async (call) => ({
    portfolio: await updatePortfolio(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminPortfolios.revertToCalculated, async (call) => ({
    portfolio: await revertToCalculated(call.params.id, toActor(call)),
  })),
  serveEndpoint(adminPortfolios.delete, async (call) => {
    await deletePortfolio(call.params.id, toActor(call))
    return done
  }),
  serveEndpoint(adminPortfolios.listActivities, ({ query }) => listAllActivities(query)),
  serveExport(adminPortfolios.exportActivities, 'activities', ({ query }) => exportActivities(query)),
  serveEndpoint(adminPortfolios.createActivity, async (call) => ({
    activity: await createActivity(call.body, toActor(call)),
  })),
  serveEndpoint(adminPortfolios.getActivity, async ({ params }) => ({
    activity: await getActivity(params.id),
  })),
  serveEndpoint(adminPortfolios.updateActivity, async (call) => ({
    activity: await updateActivity(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminPortfolios.deleteActivity, async (call) => {
    await deleteActivity(call.params.id, toActor(call))
    return done
  }),
  serveEndpoint(adminPortfolios.listInvestmentRequests, ({ query }) => listInvestmentRequests(query)),
  serveExport(adminPortfolios.exportInvestmentRequests, 'pending-tokens', ({ query }) =>
    exportInvestmentRequests(query),
  ),
  serveEndpoint(adminPortfolios.decideInvestmentRequest, async (call) => ({
    portfolio: await decideInvestmentRequest(call.params.id, call.body, toActor(call)),
  })),
]
