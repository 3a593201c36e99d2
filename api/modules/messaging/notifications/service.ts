import { and, count, desc, eq, not, sql } from 'drizzle-orm'
import { NOTIFICATIONS_MAX, type NotificationList } from '#contract/messaging/notifications'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { prepareQuery } from '#db/prepared-queries'
import { lockedRowsCondition } from '#db/row-locks'
import { notifications } from '#db/schema/messaging/notifications'
import { getNotificationPath } from '#shared/notification-link'

const newest = prepareQuery((db) =>
  db
    .select({
      id: notifications.id,
      category: notifications.category,
      type: notifications.type,
      title: notifications.title,
      message: notifications.message,
      is_read: notifications.is_read,
      created_at: notifications.created_at,
    })
    .from(notifications)
    .where(and(eq(notifications.user_id, sql.placeholder('userId')), notifications.in_bell))
    .orderBy(desc(notifications.created_at), desc(notifications.id))
    .limit(NOTIFICATIONS_MAX)
    .prepare('newest_notifications'),
)

const unread = prepareQuery((db) =>
  db
    .select({ count: count() })
    .from(notifications)
    .where(
      and(
        eq(notifications.user_id, sql.placeholder('userId')),
        notifications.in_bell,
        not(notifications.is_read),
      ),
    )
    .prepare('unread_notifications'),
)

/** The newest notifications of an investor that the bell shows, and the number of all unread ones. */
export async function listNotifications(userId: number): Promise<NotificationList> {
  const [rows, [left]] = await Promise.all([newest().execute({ userId }), unread().execute({ userId })])
  return {
    notifications: rows.map((row) => ({
      ...row,
      link: getNotificationPath(row) ?? '',
      created_at: row.created_at.toISOString(),
    })),
    unread_count: left?.count ?? 0,
  }
}

/** The columns set by reading a notification. The time is that of the first reading. */
const read = { is_read: true, read_at: sql`coalesce(${notifications.read_at}, now())` }

/** Marks a notification as read, also if it already is. Throws `not_found` for another investor's. */
export async function markRead(userId: number, id: number): Promise<void> {
  const [marked] = await database()
    .update(notifications)
    .set(read)
    .where(and(eq(notifications.id, id), eq(notifications.user_id, userId)))
    .returning({ id: notifications.id })
  if (!marked) throw new Problem('not_found', 'Notification not found.')
}

/** Marks all unread notifications of an investor as read, and returns their number. */
export async function markAllRead(userId: number): Promise<number> {
  const condition = and(eq(notifications.user_id, userId), not(notifications.is_read))
  const { count: marked } = await inTransaction(async () =>
    database()
      .update(notifications)
      .set(read)
      .where(lockedRowsCondition(notifications, condition, 'no key update')),
  )
  return marked
}
