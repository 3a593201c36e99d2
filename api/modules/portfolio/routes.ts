import { Elysia } from 'elysia'
import { portfolio } from '#contract/portfolio'
import { serve } from '#plugins/serve'
import { readHistory } from './history.ts'
import { chooseToken, listActivities, listHoldings, readPortfolio } from './service.ts'

/** What an investor owns, and asks to own. */
export const portfolioRoutes = () =>
  new Elysia({ name: 'portfolio' })
    .use(serve(portfolio.read, ({ caller }) => readPortfolio(caller.id)))
    .use(
      serve(portfolio.choose, async ({ caller, body }) => ({
        success: true as const,
        pendingInvestments: await chooseToken(caller.id, body.pending_investments),
      })),
    )
    .use(serve(portfolio.activities, async ({ caller }) => ({ activities: await listActivities(caller.id) })))
    .use(serve(portfolio.history, ({ caller }) => readHistory(caller.id)))
    .use(serve(portfolio.allocation, async ({ caller }) => ({ holdings: await listHoldings(caller.id) })))
