import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type InvestorNotification, NOTIFICATIONS_MAX } from '#contract/messaging/notifications'
import { createLoadErrorMessage } from '#core/api/error-messages'
import { formatCountOf } from '#core/format/format'
import {
  $notifications,
  markAllRead,
  markRead,
  refreshNotifications,
} from '#core/query/messaging/notifications'
import { getData } from '#core/query/remote'
import { type NotificationCategory, notificationCategories } from '#shared/enums/notifications'
import { Page } from '#site/investor/kit/Page.tsx'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Field, Select } from '#ui/Field'
import { NotificationList } from '#ui/NotificationList'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'

const kindNames: Record<NotificationCategory, string> = {
  transaction: 'Transactions',
  investment: 'Investments',
  portfolio: 'Portfolio',
  document: 'Documents',
  security: 'Security',
  system: 'Announcements',
}

const kindOptions = [
  { value: '', label: 'All types' },
  ...notificationCategories.map((value) => ({ value, label: kindNames[value] })),
]
const readOptions = [
  { value: '', label: 'All' },
  { value: 'unread', label: 'Unread' },
]

/** The filters, stored in the URL. */
function useFilters() {
  const [query, setQuery] = useSearchParams()
  const kind = notificationCategories.find((one) => one === query.get('kind'))
  const isUnread = query.get('show') === 'unread'
  const set = (name: 'kind' | 'show', value: string) =>
    setQuery(
      (before) => {
        if (value) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return { kind, isUnread, set, clear: () => setQuery({}, { replace: true }) }
}

/** /access/notifications: the newest notifications, filtered by unread and by type. */
export function Notifications() {
  const view = useStore($notifications)
  const unread = getData(view)?.unread_count ?? 0
  const [hasFailed, setFailed] = useState(false)
  const mark = async (marked: Promise<boolean>) => setFailed(!(await marked))
  return (
    <Page
      title="Notifications"
      lead="Account activity and updates, newest first"
      aside={
        <Button look="quiet" small disabled={unread === 0} onClick={() => void mark(markAllRead())}>
          Mark all as read
        </Button>
      }
    >
      <p role="alert" className="field-error mt-4 empty:hidden">
        {hasFailed && 'We could not mark it as read. Please try again.'}
      </p>
      <section className="panel mt-5" aria-label="Notifications">
        <RemoteView
          view={view}
          failure={createLoadErrorMessage('Your notifications could not be loaded')}
          last="Showing the last notifications loaded."
          onRetry={() => void refreshNotifications()}
          loading={<Loading />}
        >
          {({ notifications }) => (
            <Listed notifications={notifications} onRead={(one) => void mark(markRead(one))} />
          )}
        </RemoteView>
      </section>
    </Page>
  )
}

interface ListedProps {
  notifications: readonly InvestorNotification[]
  onRead: (notification: InvestorNotification) => void
}

function Listed({ notifications, onRead }: ListedProps) {
  const { kind, isUnread, set, clear } = useFilters()
  const shown = notifications.filter((one) => (!kind || one.category === kind) && (!isUnread || !one.is_read))
  if (notifications.length === 0)
    return (
      <EmptyState title="No notifications">
        <p>Updates on your requests, payments and documents appear here.</p>
      </EmptyState>
    )
  return (
    <>
      <div className="flex flex-wrap items-end gap-4 border-line border-b px-[22px] py-5 print:hidden max-sm:grid max-sm:grid-cols-2 max-sm:px-4 max-[22rem]:grid-cols-1">
        <Field label="Status" filter className="sm:w-48">
          {(control) => (
            <Select
              {...control}
              className="h-11"
              options={readOptions}
              value={isUnread ? 'unread' : ''}
              onChange={({ target }) => set('show', target.value)}
            />
          )}
        </Field>
        <Field label="Type" filter className="sm:w-48">
          {(control) => (
            <Select
              {...control}
              className="h-11"
              options={kindOptions}
              value={kind ?? ''}
              onChange={({ target }) => set('kind', target.value)}
            />
          )}
        </Field>
        <p role="status" className="text-[0.875rem] text-ink-3 max-sm:col-span-full sm:ml-auto sm:pb-3">
          {formatCountOf(shown.length, 'notification')}
        </p>
      </div>
      {shown.length > 0 ? (
        <NotificationList notifications={shown} onRead={onRead} />
      ) : (
        <EmptyState title="No matching notifications">
          <Button look="quiet" small className="mt-2" onClick={clear}>
            Show all
          </Button>
        </EmptyState>
      )}
      {notifications.length === NOTIFICATIONS_MAX && (
        <p className="border-line border-t px-[22px] py-3 text-[0.8125rem] text-ink-3 max-sm:px-4">
          Showing the latest {NOTIFICATIONS_MAX} notifications.
        </p>
      )}
    </>
  )
}

/** A placeholder of some rows. */
function Loading() {
  return (
    <div className="grid gap-6 px-[22px] py-5 max-sm:px-4" role="status">
      <span className="visually-hidden">Loading your notifications</span>
      {['a', 'b', 'c', 'd', 'e'].map((place) => (
        <div key={place} className="grid gap-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  )
}
