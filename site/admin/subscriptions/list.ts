import { type AdminSubscription, adminSubscriptions } from '#contract/admin-subscriptions'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { subscriptionStates } from '#shared/enums/series'
import { createDetail } from '#site/admin/detail/detail.ts'
import { createList } from '#site/admin/list/list.ts'
import { readCode } from '#site/admin/series/series-options.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'

interface Chosen {
  user: string | undefined
  series: string | undefined
  state: (typeof subscriptionStates)[number] | undefined
}

const filtersOf = ({ user, series, state }: Chosen) => ({
  state,
  symbol: readCode(series ?? null),
  user_id: readUserId(user ?? ''),
})

/** Subscriptions of all investors, newest first. */
export const subscriptionList = createList<
  AdminSubscription,
  'created_at' | 'amount' | 'state',
  { state: readonly ['', ...typeof subscriptionStates]; series: ''; user: '' }
>({
  name: 'subscriptions',
  topics: ['subscriptions', 'users'],
  sorts: ['-created_at', 'amount', 'state'],
  filters: { state: ['', ...subscriptionStates], series: '', user: '' },
  read: async ({ user, series, state, ...page }) => {
    const query = { ...page, ...filtersOf({ user, series, state }) }
    const { subscriptions, pagination } = await callAdmin(adminSubscriptions.list, { query })
    return { rows: subscriptions, pagination }
  },
  save: ({ search, ...chosen }, options) =>
    downloadAdminFile(
      adminSubscriptions.exportCsv,
      { query: { search, ...filtersOf(chosen) } },
      { ...options, name: 'subscriptions.csv' },
    ),
})

/** One subscription with what its next step is based on. */
export const subscriptionDetail = createDetail('subscription', (id) =>
  callAdmin(adminSubscriptions.read, { params: { id: Number(id) } }),
)

/** Fetches the list and the open subscription again. */
export const refreshSubscriptions = () =>
  Promise.all([subscriptionList.refresh(), subscriptionDetail.refresh()])
