import { adminUsers, type ListedUser, userFilters } from '#contract/admin-users'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { createList } from '#site/admin/list/list.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'

/** The investors, newest first. */
export const userList = createList<
  ListedUser,
  'created_at' | 'email' | 'first_name' | 'last_name' | 'last_login_at',
  { filter: typeof userFilters; user: '' }
>({
  name: 'users',
  topics: ['users', 'portfolio'],
  sorts: ['-created_at', 'email', 'first_name', 'last_name', 'last_login_at'],
  filters: { filter: userFilters, user: '' },
  read: async ({ user, filter = 'all', ...page }) => {
    const query = { ...page, filter, id: readUserId(user ?? '') }
    const { users, pagination } = await callAdmin(adminUsers.list, { query })
    return { rows: users, pagination }
  },
  save: ({ user, filter = 'all', search }, options) =>
    downloadAdminFile(
      adminUsers.exportCsv,
      { query: { search, filter, id: readUserId(user ?? '') } },
      { ...options, name: 'users.csv' },
    ),
})
