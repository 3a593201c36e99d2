import { adminUsers, type UserListItem, userFilters } from '#contract/people/admin-users'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'

/** The investors, newest first. */
export const userList = createAdminList<
  UserListItem,
  'created_at' | 'email' | 'first_name' | 'last_name' | 'last_login_at' | 'is_active' | 'is_verified',
  { filter: typeof userFilters }
>({
  name: 'users',
  topics: ['users', 'portfolio'],
  sorts: ['-created_at', 'email', 'first_name', 'last_name', 'last_login_at', 'is_active', 'is_verified'],
  filters: { filter: userFilters },
  read: async ({ filter = 'all', ...page }) => {
    const query = { ...page, filter }
    const { users, pagination } = await callAdminApi(adminUsers.list, { query })
    return { rows: users, pagination }
  },
  save: ({ filter = 'all', search }, options) =>
    downloadAsAdmin(adminUsers.exportCsv, { query: { search, filter } }, { ...options, name: 'users.csv' }),
})
