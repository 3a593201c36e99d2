import { atom, computed } from 'nanostores'
import { type Notification, type NotificationList, notifications } from '#contract/notifications'
import { callInvestor } from './investor-api.ts'
import { createInvestorQuery } from './investor-query.ts'

export type NotificationView =
  | { status: 'loading' }
  | { status: 'ready'; notifications: Notification[]; unread: number }

/** A failure of the bell is for the log alone: whoever reads a page is not disturbed by it. */
function log(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the document asks for failures of the bell to be logged
  console.warn(what, error)
}

async function readList(): Promise<NotificationList> {
  try {
    return await callInvestor(notifications.list)
  } catch (error) {
    log('The notifications could not be loaded', error)
    throw error
  }
}

const { $view, refresh } = createInvestorQuery(['notifications'], readList, { changedBy: ['notifications'] })

/** The newest notifications and the number of unread ones; none of either after a failure. */
export const $notifications = computed($view, (view): NotificationView => {
  if (view.status === 'loading') return { status: 'loading' }
  const { notifications: list, unread_count: unread } =
    view.status === 'ready' ? view.data : { notifications: [], unread_count: 0 }
  return { status: 'ready', notifications: list, unread }
})

/** Whether an answer is awaited. */
export const $isRefreshing = computed($view, ({ updating }) => updating)

export const refreshNotifications = refresh

/** True while a change is on its way: a second click sends nothing. */
const $isMarking = atom(false)

/** Does what marks, then reads the list anew. On failure the list stays as it is. */
async function mark(send: () => Promise<unknown>): Promise<void> {
  if ($isMarking.get()) return
  $isMarking.set(true)
  try {
    await send()
    refresh()
  } catch (error) {
    log('The notifications could not be marked as read', error)
  } finally {
    $isMarking.set(false)
  }
}

export const markRead = ({ id }: Notification): Promise<void> =>
  mark(() => callInvestor(notifications.markRead, { params: { id } }))

export const markAllRead = (): Promise<void> => mark(() => callInvestor(notifications.markAllRead))
