import { actorOf } from '#common/actor'
import { adminNotifications } from '#contract/admin-notifications'
import { notifications } from '#contract/notifications'
import { unsubscribing } from '#contract/unsubscribing'
import { serveExport } from '#http/export/serve-export'
import { assertMay } from '#http/pipeline/guard'
import { serve } from '#http/pipeline/serve'
import {
  countReaders,
  deleteNotification,
  deleteNotifications,
  exportNotificationsOf,
  listNotificationsOf,
  readNotification,
  sendNotification,
  updateNotification,
} from './admin-service.ts'
import { listNotifications, markAllRead, markRead } from './service.ts'
import { unsubscribe } from './unsubscribe.ts'

/** Scanners open links: only the button of the page stops anything. */
function askToUnsubscribe(token: string): Response {
  // Its pattern leaves no character in the token that HTML or an address could take for something else.
  const location = `/access/unsubscribe#token=${token}`
  return new Response(`<!doctype html><title>Unsubscribe</title><a href="${location}">Unsubscribe</a>`, {
    status: 303,
    headers: { location, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** An investor's notifications, and the end of their mails. */
export const notificationRoutes = () => [
  serve(notifications.list, ({ caller }) => listNotifications(caller.id)),
  serve(notifications.markRead, async ({ caller, params }) => {
    await markRead(caller.id, params.id)
    return { success: true as const }
  }),
  serve(notifications.markAllRead, async ({ caller }) => ({
    success: true as const,
    updated: await markAllRead(caller.id),
  })),
  serve(unsubscribing.ask, ({ params }) => askToUnsubscribe(params.token)),
  serve(unsubscribing.confirm, async ({ params }) => {
    await unsubscribe(params.token)
    return { success: true as const }
  }),
]

/** Notifications that administrators send. */
export const notificationAdmin = () => [
  serve(adminNotifications.list, ({ params, query }) => listNotificationsOf(params.user_id, query)),
  serveExport(
    adminNotifications.exportCsv,
    ({ params }) => `notifications-of-user-${params.user_id}`,
    ({ params, query }) => exportNotificationsOf(params.user_id, query),
  ),
  serve(adminNotifications.read, async ({ params }) => ({
    notification: await readNotification(params.id),
  })),
  serve(adminNotifications.update, async (call) => ({
    notification: await updateNotification(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminNotifications.remove, async (call) => {
    await deleteNotification(call.params.id, actorOf(call))
    return { success: true as const }
  }),
  serve(adminNotifications.removeMany, async (call) => {
    // Those of several investors are what announcements are made of.
    if ((await countReaders(call.body.ids)) > 1) assertMay(call.caller, 'publish')
    return { success: true as const, deleted: await deleteNotifications(call.body.ids, actorOf(call)) }
  }),
  serve(adminNotifications.send, async (call) => {
    const { target_user_id, target_user_ids } = call.body
    const isToOne = target_user_id !== undefined || target_user_ids?.length === 1
    if (!isToOne) assertMay(call.caller, 'publish')
    return { success: true as const, target_users: await sendNotification(call.body, actorOf(call)) }
  }),
]
