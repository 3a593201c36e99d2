import { formatDateTimeWithYear } from '#core/format/full-date-time'
import { EmptyState } from './EmptyState.tsx'
import { Icon } from './Icon.tsx'
import { crossedIcon, infoIcon } from './icons/account.tsx'
import { alertIcon, checkIcon } from './icons/status.tsx'
import { NonBreakingReferences } from './ReferenceNumber.tsx'

interface Sign {
  icon: string
  tone: string
  word: string
}

const info: Sign = { icon: infoIcon, tone: 'text-info', word: 'Information' }

/** Any other type is shown as information. */
const signs: Record<string, Sign> = {
  success: { icon: checkIcon, tone: 'text-gain', word: 'Success' },
  warning: { icon: alertIcon, tone: 'text-warn', word: 'Warning' },
  error: { icon: crossedIcon, tone: 'text-loss', word: 'Error' },
}

const row = 'flex w-full flex-wrap gap-x-3 gap-y-1 px-[min(1rem,5vw)] py-3 text-left -outline-offset-2'

interface Shown {
  id: number
  type: string
  title: string
  message: string
  is_read: boolean
  created_at: string
  /** Path of the related page; empty if there is none. */
  link: string
}

interface NotificationListProps<Notification extends Shown> {
  notifications: readonly Notification[]
  onRead: (notification: Notification) => void
  /** The page with all notifications, if these are only some. */
  all?: string
}

/** The notifications, newest first, or a message that there are none. */
export function NotificationList<Notification extends Shown>({
  notifications,
  onRead,
  all,
}: NotificationListProps<Notification>) {
  return (
    <>
      {notifications.length === 0 ? (
        <EmptyState title="No notifications" />
      ) : (
        <ul className="p-0">
          {notifications.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              isWide={all === undefined}
              onRead={() => onRead(notification)}
            />
          ))}
        </ul>
      )}
      {all && (
        <a
          className="sticky bottom-0 block border-line border-t bg-surface px-[min(1rem,5vw)] py-3 text-[0.875rem] text-accent-text -outline-offset-2"
          href={all}
        >
          All notifications
        </a>
      )}
    </>
  )
}

interface NotificationRowProps {
  notification: Shown
  /** Shows the time beside the text. */
  isWide: boolean
  onRead: () => void
}

/**
 * One notification. A click marks it as read and opens the related page. Without a related page, a read notification
 * can still be focused but does nothing.
 */
function NotificationRow({ notification, isWide, onRead }: NotificationRowProps) {
  const { type, title, message, is_read, created_at, link } = notification
  const { icon, tone, word } = signs[type] ?? info
  const unread = is_read ? '' : 'shadow-[inset_2px_0_0_var(--primary)]'
  const content = (
    <>
      <Icon path={icon} size={18} className={`mt-0.5 ${tone}`} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="visually-hidden">
          {word}
          {!is_read && ', unread'}:{' '}
        </span>
        <span
          className={`block text-[0.9375rem] leading-snug ${is_read ? 'text-ink-2' : 'font-medium text-ink'}`}
        >
          <NonBreakingReferences>{title}</NonBreakingReferences>
        </span>
        <span className="mt-0.5 block text-[0.875rem] leading-snug text-ink-2">
          <NonBreakingReferences>{message}</NonBreakingReferences>
        </span>
      </span>
      <time
        className={`w-full pl-[calc(18px+0.75rem)] text-[0.75rem] text-ink-3 ${isWide ? 'sm:mt-0.5 sm:w-auto sm:pl-0' : ''}`}
        dateTime={created_at}
      >
        {formatDateTimeWithYear(created_at)}
      </time>
    </>
  )
  return (
    <li className={`border-line border-b last:border-b-0 ${is_read ? '' : 'bg-sunken'}`}>
      {link ? (
        <a href={link} className={`${row} no-underline ${unread}`} onClick={() => is_read || onRead()}>
          {content}
        </a>
      ) : (
        <button
          type="button"
          className={`${row} ${is_read ? 'cursor-default' : `cursor-pointer ${unread}`}`}
          aria-disabled={is_read || undefined}
          onClick={() => is_read || onRead()}
        >
          {content}
        </button>
      )}
    </li>
  )
}
