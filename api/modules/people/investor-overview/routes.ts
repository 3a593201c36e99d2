import { adminInvestor } from '#contract/people/admin-investor'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { getCash } from '#modules/cash/cash-guard'
import { getFigureSource } from '#modules/portfolio/figure-source'
import { getInvestorOverview } from './investor-overview.ts'
import { listTimeline } from './timeline.ts'

/** Everything about one investor. */
export const investorAdmin = () => [
  serveEndpoint(adminInvestor.overview, async ({ params, caller }) => ({
    investor: await getInvestorOverview(params.id, caller.adminRoles),
  })),
  serveEndpoint(adminInvestor.cash, async ({ params, query }) => ({
    ...(await getCash(params.id, query)),
    has_manual_figures: (await getFigureSource(params.id)) === 'entered',
  })),
  serveEndpoint(adminInvestor.timeline, ({ params, query, caller }) =>
    listTimeline(params.id, query, caller.adminRoles),
  ),
]
