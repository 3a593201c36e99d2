import type { OwnNotification } from '#contract/notifications'
import { markRead } from '#core/query/notifications'
import { EmptyState } from '#ui/EmptyState'
import { NotificationRow } from '#ui/NotificationRow'

/** The notifications, newest first, or that there are none. */
export function NotificationRows({ notifications }: { notifications: readonly OwnNotification[] }) {
  if (notifications.length === 0) return <EmptyState title="No notifications" />
  return (
    <>
      <ul className="p-0">
        {notifications.map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            onRead={() => markRead(notification)}
          />
        ))}
      </ul>
      <a
        className="sticky bottom-0 block border-line border-t bg-surface px-4 py-3 text-[0.875rem] text-accent-text -outline-offset-2"
        href="/access/notifications"
      >
        All notifications
      </a>
    </>
  )
}
