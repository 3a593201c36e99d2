import { type AdminSubscription, adminSubscriptions } from '#contract/holdings/admin-subscriptions'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { subscriptionStatuses } from '#shared/enums/series'
import { createDetail } from '#site/admin/kit/detail/detail-store.ts'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'
import { parseSeriesCode } from '#site/admin/kit/series-location.ts'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'

interface Chosen {
  user: string | undefined
  series: string | undefined
  state: (typeof subscriptionStatuses)[number] | undefined
}

const filtersOf = ({ user, series, state }: Chosen) => ({
  state,
  symbol: parseSeriesCode(series ?? null),
  user_id: parseUserId(user ?? ''),
})

/** All investors' subscriptions, newest first. */
export const subscriptionList = createAdminList<
  AdminSubscription,
  'created_at' | 'amount' | 'state',
  { state: readonly ['', ...typeof subscriptionStatuses]; series: ''; user: '' }
>({
  name: 'subscriptions',
  topics: ['subscriptions', 'users'],
  sorts: ['-created_at', 'amount', 'state'],
  filters: { state: ['', ...subscriptionStatuses], series: '', user: '' },
  read: async ({ user, series, state, ...page }) => {
    const query = { ...page, ...filtersOf({ user, series, state }) }
    const { subscriptions, pagination } = await callAdminApi(adminSubscriptions.list, { query })
    return { rows: subscriptions, pagination }
  },
  save: ({ search, ...chosen }, options) =>
    downloadAsAdmin(
      adminSubscriptions.exportCsv,
      { query: { search, ...filtersOf(chosen) } },
      { ...options, name: 'subscriptions.csv' },
    ),
})

/** One subscription with the data its next step is based on. */
export const subscriptionDetail = createDetail('subscription', (id) =>
  callAdminApi(adminSubscriptions.get, { params: { id: Number(id) } }),
)

/** Refetches the list and the open subscription. */
export const refreshSubscriptions = () =>
  Promise.all([subscriptionList.refresh(), subscriptionDetail.refresh()])
