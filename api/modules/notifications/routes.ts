import { Elysia } from 'elysia'
import { notifications } from '#contract/notifications'
import { serve } from '#plugins/serve'
import { listNotifications, markAllRead, markRead } from './service.ts'

/** What the platform told an investor. */
export const notificationRoutes = () =>
  new Elysia({ name: 'notifications' })
    .use(serve(notifications.list, ({ caller }) => listNotifications(caller.id)))
    .use(
      serve(notifications.markRead, async ({ caller, params }) => {
        await markRead(caller.id, params.id)
        return { success: true as const }
      }),
    )
    .use(
      serve(notifications.markAllRead, async ({ caller }) => ({
        success: true as const,
        updated: await markAllRead(caller.id),
      })),
    )
