import { adminUsers, type ListedUser, userFilters } from '#contract/admin-users'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { createList } from '#site/admin/list/list.ts'

/** The investors, newest first. */
export const userList = createList<
  ListedUser,
  'created_at' | 'email' | 'first_name' | 'last_name' | 'last_login_at',
  { filter: typeof userFilters }
>({
  name: 'users',
  topics: ['users', 'portfolio'],
  sorts: ['-created_at', 'email', 'first_name', 'last_name', 'last_login_at'],
  filters: { filter: userFilters },
  read: async (asked) => {
    const { users, pagination } = await callAdmin(adminUsers.list, {
      query: { ...asked, filter: asked.filter ?? 'all' },
    })
    return { rows: users, pagination }
  },
  save: (asked, options) =>
    downloadAdminFile(
      adminUsers.exportCsv,
      { query: { ...asked, filter: asked.filter ?? 'all' } },
      { ...options, name: 'users.csv' },
    ),
})
