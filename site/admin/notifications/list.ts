import { type AdminNotification, adminNotifications } from '#contract/admin-notifications'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { notificationCategories } from '#shared/enums/notifications'
import { createList, emptyPage } from '#site/admin/list/list.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'

/** The notifications of the user in the URL, newest first; empty while no user is chosen. */
export const notificationList = createList<
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
    const id = readUserId(user ?? '')
    if (id === undefined) return emptyPage
    const { notifications, pagination } = await callAdmin(adminNotifications.list, {
      params: { user_id: id },
      query,
    })
    return { rows: notifications, pagination }
  },
  // Without a chosen user no button to save is shown.
  save: ({ user, ...query }, options) =>
    downloadAdminFile(
      adminNotifications.exportCsv,
      { params: { user_id: readUserId(user ?? '') ?? 0 }, query },
      { ...options, name: 'notifications.csv' },
    ),
})
