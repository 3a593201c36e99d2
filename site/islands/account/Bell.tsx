import { useStore } from '@nanostores/react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import {
  $notifications,
  markAllRead,
  markRead,
  refreshNotifications,
} from '#core/query/messaging/notifications'
import { getData } from '#core/query/remote'
import { Icon } from '#ui/Icon'
import { bellIcon, refreshIcon } from '#ui/icons/account'
import { Skeleton } from '#ui/Skeleton'

// Loaded when the panel is first opened, or is about to be.
const loadRows = () => import('#ui/NotificationList')
const NotificationList = lazy(async () => ({ default: (await loadRows()).NotificationList }))

/** The largest count that the badge shows in full. */
const BADGE_MAX = 99

const countOf = (unread: number): string => (unread > BADGE_MAX ? `${BADGE_MAX}+` : String(unread))

/** The bell with the number of unread notifications, and its panel with the list. */
export function Bell() {
  const view = useStore($notifications, { ssr: 'initial' })
  const list = getData(view)
  // The number of all, not only of those listed.
  const unread = list?.unread_count ?? 0
  // Undefined before this script runs; the reader may have opened the panel by then.
  const [isOpened, setOpened] = useState<boolean>()
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => setOpened(menu.current?.open ?? false), [])
  return (
    <>
      <p role="status" className="visually-hidden">
        {unread > 0 && `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`}
      </p>
      <details
        ref={menu}
        className="nav-menu max-sm:static"
        data-menu
        onPointerEnter={() => void loadRows().catch(() => {})}
        onToggle={() => setOpened(true)}
      >
        <summary
          className="nav-item nav-icon relative"
          aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        >
          <Icon path={bellIcon} size={20} />
          {unread > 0 && (
            <span className="num absolute top-[2px] left-1/2 min-w-[18px] rounded-full bg-primary px-[4px] text-center text-[min(0.6875rem,14px)] leading-[18px] font-medium text-on-primary">
              {countOf(unread)}
            </span>
          )}
        </summary>
        <div className="menu-panel w-[22.5rem] max-sm:inset-x-[16px] max-sm:top-[calc(100%+8px)] max-sm:w-auto">
          <Head unread={unread} isUpdating={view.isFetching} />
          {view.status === 'failed' && list && (
            <p className="border-line border-b px-4 py-2 text-[0.8125rem] text-ink-2" role="status">
              Notifications could not be refreshed.
            </p>
          )}
          <div className="max-h-80 overflow-y-auto overscroll-contain">
            {isOpened !== false &&
              (isOpened && view.status !== 'loading' ? (
                <Suspense fallback={<Loading />}>
                  <NotificationList
                    notifications={list?.notifications ?? []}
                    onRead={markRead}
                    all="/access/notifications"
                  />
                </Suspense>
              ) : (
                <Loading />
              ))}
          </div>
        </div>
      </details>
    </>
  )
}

function Head({ unread, isUpdating }: { unread: number; isUpdating: boolean }) {
  const refreshButton = useRef<HTMLButtonElement>(null)
  // This button disappears with the last unread notification; the focus stays in the panel.
  const passFocusOn = useCallback(
    (button: HTMLButtonElement) => () => {
      if (document.activeElement === button) refreshButton.current?.focus()
    },
    [],
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 border-line border-b py-1 pr-1 pl-[min(1rem,5vw)]">
      <p className="font-medium text-[0.9375rem]">Notifications</p>
      <div className="ml-auto flex items-center">
        {unread > 0 && (
          <button
            ref={passFocusOn}
            type="button"
            className="min-h-10 cursor-pointer rounded-[2px] px-2 text-right text-[0.8125rem] text-accent-text underline decoration-1 underline-offset-4"
            onClick={markAllRead}
          >
            Mark all as read
          </button>
        )}
        <button
          ref={refreshButton}
          type="button"
          className="nav-item nav-icon"
          aria-label="Refresh notifications"
          aria-busy={isUpdating}
          title="Refresh"
          onClick={refreshNotifications}
        >
          <Icon path={refreshIcon} size={16} className={isUpdating ? 'opacity-40' : ''} />
        </button>
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-5 p-4" role="status" aria-busy="true" aria-label="Loading notifications">
      {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-3 w-full" />
        </div>
      ))}
    </div>
  )
}
