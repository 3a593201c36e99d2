/** The page for a notification: the bell and the emails link to it. */
import type { NotificationCategory } from './enums/notifications.ts'
import { toSeriesCode } from './series-code.ts'

/** The reference of a ticket, a call, a chat or a subscription. */
const SUPPORT_REFERENCE = /\b[TCL]-\d{6,}\b/
const SUBSCRIPTION_REFERENCE = /\bS-0*([1-9]\d*)\b/

/** Title prefixes of notifications about the verification. */
const VERIFICATION_TITLE = /^(?:Verification|Identity verified)\b/

/** Title prefixes of notifications about a payment to the holders of a series. */
const DISTRIBUTION_TITLE = /^Distribution of (\S+)/
/** The end of a message that names its transaction. */
const TRANSACTION_REFERENCE = /\(transaction ([1-9]\d*)\)\.$/

/** The title of a notification about a register entry. */
const UNITS_TITLE = /^Units of (\S+) (?:transferred|redeemed|corrected)$/

/** Where the reader finds the subject of a notification, by category. */
const pages: Partial<Record<NotificationCategory, string>> = {
  transaction: '/access/transactions',
  investment: '/access/dashboard?tab=investments',
  portfolio: '/access/dashboard',
  document: '/access/documents',
  security: '/access/settings/security',
}

/** The URL of one of the investor's transactions. */
export const getTransactionPath = (id: number | string): string => `/access/transactions?open=${id}`

interface Content {
  category: NotificationCategory
  title: string
  message: string
}

/** The path of the page; undefined for an announcement without one. */
export function getNotificationPath({ category, title, message }: Content): string | undefined {
  const [, subscription] =
    (category === 'investment' && SUBSCRIPTION_REFERENCE.exec(`${title} ${message}`)) || []
  if (subscription) return `/access/subscriptions/${subscription}`
  const [, held] = (category === 'investment' && UNITS_TITLE.exec(title)) || []
  if (held) return `/access/holdings/${toSeriesCode(held)}`
  const [, transaction] = (category === 'transaction' && TRANSACTION_REFERENCE.exec(message)) || []
  const [, symbol] = (category === 'transaction' && DISTRIBUTION_TITLE.exec(title)) || []
  if (transaction) return getTransactionPath(transaction)
  if (symbol) return `/access/holdings/${toSeriesCode(symbol)}#distributions`
  if (VERIFICATION_TITLE.test(title)) return '/access/verification'
  return pages[category] ?? (SUPPORT_REFERENCE.test(title) ? '/access/support' : undefined)
}
