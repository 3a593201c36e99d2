import {
  ACTIVITIES_SHOWN,
  type AdminActivity,
  type AdminPortfolio,
  adminPortfolios,
  type DerivedPortfolio,
  type PortfolioUser,
  portfolioFilters,
} from '#contract/admin-portfolios'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { createList } from '#site/admin/list/list.ts'

/** An investor, with the portfolio if there is one. */
export interface Holder {
  user: PortfolioUser
  portfolio: AdminPortfolio | undefined
  /** What ledger, register and valuations give, whether or not figures were entered. */
  derived: DerivedPortfolio | undefined
}

/** The investors and their portfolios, by name. */
export const holderList = createList<
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
    const { users, portfolios, derived, pagination } = await callAdmin(adminPortfolios.management, {
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
    downloadAdminFile(
      adminPortfolios.exportCsv,
      { query: { ...query, filter: query.filter ?? 'all' } },
      { ...options, name: 'portfolios.csv' },
    ),
})

/** The recent activities of all investors, newest first; the newest are shown, and more can be paged through. */
export const activityList = createList<AdminActivity, 'activity_date' | 'created_at'>({
  name: 'activities',
  topics: ['activities', 'users'],
  prefix: 'activity',
  sorts: ['-activity_date', 'created_at'],
  size: ACTIVITIES_SHOWN,
  sizes: [ACTIVITIES_SHOWN, 50, 100],
  read: async (query) => {
    const { activities, pagination } = await callAdmin(adminPortfolios.activities, { query })
    return { rows: activities, pagination }
  },
  save: (query, options) =>
    downloadAdminFile(adminPortfolios.exportActivities, { query }, { ...options, name: 'activities.csv' }),
})
