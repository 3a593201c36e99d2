import { toActor } from '#common/audit-actor'
import { adminNotifications } from '#contract/messaging/admin-notifications'
import { notifications } from '#contract/messaging/notifications'
import { emailUnsubscribe } from '#contract/messaging/unsubscribe'
import { serveExport } from '#http/export/serve-export'
import { assertPermission } from '#http/pipeline/access-guard'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { amountCategories, type NotificationCategory } from '#shared/enums/notifications'
import {
  deleteNotification,
  deleteNotifications,
  exportInvestorNotifications,
  getNotification,
  listInvestorNotifications,
  sendNotification,
  updateNotification,
} from './admin-notifications.ts'
import { listNotifications, markAllRead, markRead } from './service.ts'
import { unsubscribe } from './unsubscribe.ts'

/** Scanners open links, so only the button on the page stops anything. */
function askToUnsubscribe(token: string): Response {
  // Its pattern allows no character in the token that HTML or a URL could misread.
  const location = `/access/unsubscribe#token=${token}`
  return new Response(`<!doctype html><title>Unsubscribe</title><a href="${location}">Unsubscribe</a>`, {
    status: 303,
    headers: { location, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** An investor's notifications, and unsubscribing from their emails. */
export const notificationRoutes = () => [
  serveEndpoint(notifications.list, ({ caller }) => listNotifications(caller.id)),
  serveEndpoint(notifications.markRead, async ({ caller, params }) => {
    await markRead(caller.id, params.id)
    return { success: true as const }
  }),
  serveEndpoint(notifications.markAllRead, async ({ caller }) => ({
    success: true as const,
    updated: await markAllRead(caller.id),
  })),
  serveEndpoint(emailUnsubscribe.confirmPage, ({ params }) => askToUnsubscribe(params.token)),
  serveEndpoint(emailUnsubscribe.confirm, async ({ params }) => {
    await unsubscribe(params.token)
    return { success: true as const }
  }),
]

/** Investors act on notifications about security and money, so these need the permission for announcements. */
const isActedUpon = (category: NotificationCategory | undefined): boolean =>
  category === 'security' || (category !== undefined && amountCategories.includes(category))

/** Notifications that administrators send. */
export const notificationAdmin = () => [
  serveEndpoint(adminNotifications.list, ({ params, query, caller }) =>
    listInvestorNotifications(params.user_id, query, caller),
  ),
  serveExport(
    adminNotifications.exportCsv,
    ({ params }) => `notifications-of-user-${params.user_id}`,
    ({ params, query, caller }) => exportInvestorNotifications(params.user_id, query, caller),
  ),
  serveEndpoint(adminNotifications.get, async ({ params, caller }) => ({
    notification: await getNotification(params.id, caller),
  })),
  serveEndpoint(adminNotifications.update, async (call) => {
    if (isActedUpon(call.body.category)) assertPermission(call.caller, 'publish')
    return { notification: await updateNotification(call.params.id, call.body, call.caller, toActor(call)) }
  }),
  serveEndpoint(adminNotifications.delete, async (call) => {
    await deleteNotification(call.params.id, call.caller, toActor(call))
    return { success: true as const }
  }),
  serveEndpoint(adminNotifications.deleteMany, async (call) => ({
    success: true as const,
    deleted: await deleteNotifications(call.body.ids, call.caller, toActor(call)),
  })),
  serveEndpoint(adminNotifications.send, async (call) => {
    const { target_user_id, target_user_ids } = call.body
    const isToOne = target_user_id !== undefined || target_user_ids?.length === 1
    if (!isToOne || isActedUpon(call.body.category)) assertPermission(call.caller, 'publish')
    return { success: true as const, target_users: await sendNotification(call.body, toActor(call)) }
  }),
]
