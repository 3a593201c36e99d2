import {
  ACTIVITIES_PAGE_SIZE,
  type AdminActivity,
  type AdminPortfolio,
  adminPortfolios,
  type CalculatedPortfolio,
  type PortfolioUser,
  portfolioFilters,
} from '#contract/portfolio/admin-portfolios'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'

/** An investor, with the portfolio if there is one. */
export interface Holder {
  user: PortfolioUser
  portfolio: AdminPortfolio | undefined
  /** Figures calculated from ledger, register and valuations, whether or not figures were entered manually. */
  derived: CalculatedPortfolio | undefined
}

/** The investors and their portfolios, by name. */
export const holderList = createAdminList<
  Holder,
  'last_name' | 'email' | 'created_at',
  { filter: typeof portfolioFilters }
>({
  name: 'portfolios',
  topics: ['portfolio', 'users', 'transactions', 'register', 'series'],
  sorts: ['last_name', 'email', 'created_at'],
  filters: { filter: portfolioFilters },
  size: 20,
  read: async (query) => {
    const { users, portfolios, derived, pagination } = await callAdminApi(adminPortfolios.list, {
      query: { ...query, filter: query.filter ?? 'all' },
    })
    const owned = new Map(portfolios.map((portfolio) => [portfolio.user_id, portfolio]))
    const byUser = new Map(derived.map((figures) => [figures.user_id, figures]))
    const rows = users.map((user) => ({
      user,
      portfolio: owned.get(user.id),
      derived: byUser.get(user.id),
    }))
    return { rows, pagination }
  },
  save: (query, options) =>
    downloadAsAdmin(
      adminPortfolios.exportCsv,
      { query: { ...query, filter: query.filter ?? 'all' } },
      { ...options, name: 'portfolios.csv' },
    ),
})

/** All investors' recent activities, newest first, paged. */
export const activityList = createAdminList<AdminActivity, 'activity_date' | 'created_at'>({
  name: 'activities',
  topics: ['activities', 'users'],
  prefix: 'activity',
  sorts: ['-activity_date', 'created_at'],
  size: ACTIVITIES_PAGE_SIZE,
  sizes: [ACTIVITIES_PAGE_SIZE, 50, 100],
  read: async (query) => {
    const { activities, pagination } = await callAdminApi(adminPortfolios.listActivities, { query })
    return { rows: activities, pagination }
  },
  save: (query, options) =>
    downloadAsAdmin(adminPortfolios.exportActivities, { query }, { ...options, name: 'activities.csv' }),
})
