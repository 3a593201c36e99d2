import { type Notification, type NotificationList, notifications } from '#contract/notifications'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from './investor-query.ts'
import { dataOf, type Remote } from './remote.ts'

/** What the bell shows. `updating` is true while a request is in flight. */
export interface NotificationView {
  updating: boolean
  /** The newest ones; undefined until they are loaded, empty when they could not be loaded. */
  notifications: Notification[] | undefined
  /** True when they could not be refetched. */
  old: boolean
  /** Count of all, not only of those listed. */
  unread: number
}

/** A failure of the bell is only logged: it must not disturb the reader of a page. */
function log(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the specification requires logging of failures of the bell
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

/** The newest notifications of the signed-in investor. */
export const { $view: $notifications, refresh: refreshNotifications } = createInvestorQuery(
  ['notifications'],
  readList,
  { changedBy: ['notifications'] },
)

/** What the bell shows, from the query's state. */
export function readNotifications(view: Remote<NotificationList>): NotificationView {
  const { updating } = view
  if (view.status === 'loading') return { updating, notifications: undefined, unread: 0, old: false }
  const list = dataOf(view) ?? { notifications: [], unread_count: 0 }
  const old = view.status === 'failed' && view.last !== undefined
  return { updating, notifications: list.notifications, unread: list.unread_count, old }
}

/** Ids that are being marked: a second click on one sends nothing. */
const inFlight = new Set<number | 'all'>()

/**
 * Sends the change, then refetches the list; until then the buttons are still there, and clicks on them send nothing.
 * On failure the list stays as it is.
 */
async function mark(marked: number | 'all', send: () => Promise<unknown>): Promise<void> {
  if (inFlight.has(marked) || inFlight.has('all')) return
  inFlight.add(marked)
  try {
    await send()
    await refreshNotifications()
  } catch (error) {
    log('The notifications could not be marked as read', error)
  } finally {
    inFlight.delete(marked)
  }
}

/** Marks one as read. */
export const markRead = ({ id }: Notification): Promise<void> =>
  mark(id, () => callInvestor(notifications.markRead, { params: { id } }))

/** Marks all as read, including those that are not listed. */
export const markAllRead = (): Promise<void> => mark('all', () => callInvestor(notifications.markAllRead))
