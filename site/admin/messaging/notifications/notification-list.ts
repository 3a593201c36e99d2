import { type AdminNotification, adminNotifications } from '#contract/messaging/admin-notifications'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { notificationCategories } from '#shared/enums/notifications'
import { createAdminList, emptyPage } from '#site/admin/kit/list/list-store.ts'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'

/** The notifications of the user in the URL, newest first; empty if no user is selected. */
export const notificationList = createAdminList<
  AdminNotification,
  'created_at' | 'title' | 'is_read',
  { user: ''; category: readonly ['', ...typeof notificationCategories] }
>({
  name: 'notifications',
  topics: ['notifications'],
  sorts: ['-created_at', 'title', 'is_read'],
  filters: { user: '', category: ['', ...notificationCategories] },
  whose: 'user',
  read: async ({ user, ...query }) => {
    const id = parseUserId(user ?? '')
    if (id === undefined) return emptyPage
    const { notifications, pagination } = await callAdminApi(adminNotifications.list, {
      params: { user_id: id },
      query,
    })
    return { rows: notifications, pagination }
  },
  // The export button is hidden if no user is selected.
  save: ({ user, ...query }, options) =>
    downloadAsAdmin(
      adminNotifications.exportCsv,
      { params: { user_id: parseUserId(user ?? '') ?? 0 }, query },
      { ...options, name: 'notifications.csv' },
    ),
})
