import { database } from '#db/connection'
import { notifications } from '#db/schema/messaging/notifications'

/**
 * Notifies an investor, in the surrounding transaction, of an event that someone else may have caused. The
 * caller sends an email of its own.
 */
export async function notifySecurity(user_id: number, title: string, what: string): Promise<void> {
  await database()
    .insert(notifications)
    .values({
      user_id,
      category: 'security',
      email: 'off',
      title,
      message: `${what} If this was not you, reset your password and contact support immediately.`,
    })
}
