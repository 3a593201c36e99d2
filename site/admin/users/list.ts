import { adminUsers, type ListedUser, userFilters } from '#contract/admin-users'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { createList } from '#site/admin/list/list.ts'

/** The investors, newest first. */
export const userList = createList<
  ListedUser,
  'created_at' | 'email' | 'first_name' | 'last_name' | 'last_login_at' | 'is_active' | 'is_verified',
  { filter: typeof userFilters }
>({
  name: 'users',
  topics: ['users', 'portfolio'],
  sorts: ['-created_at', 'email', 'first_name', 'last_name', 'last_login_at', 'is_active', 'is_verified'],
  filters: { filter: userFilters },
  read: async ({ filter = 'all', ...page }) => {
    const query = { ...page, filter }
    const { users, pagination } = await callAdmin(adminUsers.list, { query })
    return { rows: users, pagination }
  },
  save: ({ filter = 'all', search }, options) =>
    downloadAdminFile(adminUsers.exportCsv, { query: { search, filter } }, { ...options, name: 'users.csv' }),
})
