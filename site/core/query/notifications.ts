import { type Notification, type NotificationList, notifications } from '#contract/notifications'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from './investor-query.ts'

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
export const markRead = ({ id }: Pick<Notification, 'id'>): Promise<void> =>
  mark(id, () => callInvestor(notifications.markRead, { params: { id } }))

/** Marks all as read, including those that are not listed. */
export const markAllRead = (): Promise<void> => mark('all', () => callInvestor(notifications.markAllRead))
