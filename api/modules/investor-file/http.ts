import { adminInvestor } from '#contract/admin-investor'
import { serve } from '#http/pipeline/serve'
import { readCashOf } from '#modules/cash/guard'
import { readOverview } from './overview.ts'
import { readTimeline } from './timeline.ts'

/** Everything about one investor. */
export const investorAdmin = () => [
  serve(adminInvestor.overview, async ({ params, caller }) => ({
    investor: await readOverview(params.id, caller.adminRoles),
  })),
  serve(adminInvestor.cash, ({ params, query }) => readCashOf(params.id, query)),
  serve(adminInvestor.timeline, ({ params, query, caller }) =>
    readTimeline(params.id, query, caller.adminRoles),
  ),
]
