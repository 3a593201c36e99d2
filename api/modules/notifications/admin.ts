import { Elysia } from 'elysia'
import { adminNotifications } from '#contract/admin-notifications'
import { actorOf } from '#plugins/actor'
import { serve } from '#plugins/serve'
import { serveExport } from '#plugins/serve-export'
import {
  deleteNotification,
  deleteNotifications,
  exportNotificationsOf,
  listNotificationsOf,
  readNotification,
  sendNotification,
  updateNotification,
} from './admin-service.ts'

/** What administrators tell investors. */
export const notificationAdmin = () =>
  new Elysia({ name: 'notification-admin' })
    .use(serve(adminNotifications.list, ({ params, query }) => listNotificationsOf(params.user_id, query)))
    .use(
      serveExport(
        adminNotifications.exportCsv,
        ({ params }) => `notifications-of-user-${params.user_id}`,
        ({ params, query }) => exportNotificationsOf(params.user_id, query),
      ),
    )
    .use(
      serve(adminNotifications.read, async ({ params }) => ({
        notification: await readNotification(params.id),
      })),
    )
    .use(
      serve(adminNotifications.update, async (call) => ({
        notification: await updateNotification(call.params.id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminNotifications.remove, async (call) => {
        await deleteNotification(call.params.id, actorOf(call))
        return { success: true as const }
      }),
    )
    .use(
      serve(adminNotifications.removeMany, async (call) => ({
        success: true as const,
        deleted: await deleteNotifications(call.body.ids, actorOf(call)),
      })),
    )
    .use(
      serve(adminNotifications.send, async (call) => ({
        success: true as const,
        target_users: await sendNotification(call.body, actorOf(call)),
      })),
    )
