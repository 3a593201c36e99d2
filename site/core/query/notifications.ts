import { type Notification, type NotificationList, notifications } from '#contract/notifications'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from './investor-query.ts'
import { dataOf, type Remote } from './remote.ts'

/** What the bell shows. `updating` is true while an answer is awaited. */
export interface NotificationView {
  updating: boolean
  /** The newest ones; undefined until they are known, none when they could not be read. */
  notifications: Notification[] | undefined
  /** They were read before, and could not be read again. */
  old: boolean
  /** Of all, not only of those listed. */
  unread: number
}

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

/** The newest notifications of who is signed in. */
export const { $view: $notifications, refresh: refreshNotifications } = createInvestorQuery(
  ['notifications'],
  readList,
  { changedBy: ['notifications'] },
)

/** What the bell draws of the query. */
export function readNotifications(view: Remote<NotificationList>): NotificationView {
  const { updating } = view
  if (view.status === 'loading') return { updating, notifications: undefined, unread: 0, old: false }
  const list = dataOf(view) ?? { notifications: [], unread_count: 0 }
  const old = view.status === 'failed' && view.last !== undefined
  return { updating, notifications: list.notifications, unread: list.unread_count, old }
}

/** What is being marked, by its id: a second click on it sends nothing. */
const underWay = new Set<number | 'all'>()

/**
 * Does what marks, then reads the list anew: until that is read the buttons still stand there. On failure the list
 * stays as it is.
 */
async function mark(marked: number | 'all', send: () => Promise<unknown>): Promise<void> {
  if (underWay.has(marked) || underWay.has('all')) return
  underWay.add(marked)
  try {
    await send()
    await refreshNotifications()
  } catch (error) {
    log('The notifications could not be marked as read', error)
  } finally {
    underWay.delete(marked)
  }
}

/** Marks one as read. */
export const markRead = ({ id }: Notification): Promise<void> =>
  mark(id, () => callInvestor(notifications.markRead, { params: { id } }))

/** Marks all as read, those that are not listed too. */
export const markAllRead = (): Promise<void> => mark('all', () => callInvestor(notifications.markAllRead))
