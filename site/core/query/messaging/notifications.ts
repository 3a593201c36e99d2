import { type Notification, type NotificationList, notifications } from '#contract/messaging/notifications'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'

/** Failures of the bell are only logged, so as not to disturb the reader. */
function log(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: a failure of the bell is logged alone, so that it does not disturb the reader of a page
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
  { refetchOn: ['notifications'] },
)

/** Ids being marked as read; a second click on one sends nothing. */
const inFlight = new Set<number | 'all'>()

/**
 * Sends the change, then refetches the list. Until then, a second click on the same button sends nothing. On failure
 * the list stays as it is. Resolves to false on failure.
 */
async function mark(marked: number | 'all', send: () => Promise<unknown>): Promise<boolean> {
  if (inFlight.has(marked) || inFlight.has('all')) return true
  inFlight.add(marked)
  try {
    await send()
    await refreshNotifications()
    return true
  } catch (error) {
    log('The notifications could not be marked as read', error)
    return false
  } finally {
    inFlight.delete(marked)
  }
}

/** Marks one as read. */
export const markRead = ({ id }: Pick<Notification, 'id'>): Promise<boolean> =>
  mark(id, () => callInvestor(notifications.markRead, { params: { id } }))

/** Marks all notifications as read, including those not listed. */
export const markAllRead = (): Promise<boolean> => mark('all', () => callInvestor(notifications.markAllRead))
