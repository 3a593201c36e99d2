import { type AdminNotification, adminNotifications } from '#contract/admin-notifications'
import { notificationCategories } from '#contract/notifications'
import { callAdmin, downloadAdminFile } from '#core/admin-api'
import { RefusedCall } from '#core/problems'
import { createList } from '#site/admin/list/list.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'

const nothing = { rows: [], pagination: { page: 1, limit: 50, pages: 1, total: 0 } }

/** What the user in the address was told, newest first; nothing while nobody is chosen. */
export const notificationList = createList<
  AdminNotification,
  'created_at' | 'title' | 'is_read',
  { user: ''; category: readonly ['', ...typeof notificationCategories] }
>({
  name: 'notifications',
  sorts: ['-created_at', 'title', 'is_read'],
  filters: { user: '', category: ['', ...notificationCategories] },
  read: async ({ user, ...query }) => {
    const id = readUserId(user ?? '')
    if (id === undefined) return nothing
    const { notifications, pagination } = await callAdmin(adminNotifications.list, {
      params: { user_id: id },
      query,
    })
    return { rows: notifications, pagination }
  },
  // While nobody is chosen there is nothing on screen to be saved.
  save: ({ user, ...query }, options) =>
    downloadAdminFile(
      adminNotifications.exportCsv,
      { params: { user_id: readUserId(user ?? '') ?? 0 }, query },
      { ...options, name: 'notifications.csv' },
    ),
})

/** A notification as it is now; undefined when it is gone. */
export async function readNotification(id: number): Promise<AdminNotification | undefined> {
  try {
    return (await callAdmin(adminNotifications.read, { params: { id } })).notification
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'not_found') return undefined
    throw error
  }
}
