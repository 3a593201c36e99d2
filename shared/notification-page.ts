/** The page of the site that a notification is about: the bell and the mails link to it. */
import type { NotificationCategory } from './enums/notifications.ts'
import { codeOf } from './series-code.ts'

/** The reference of a ticket, a call or a chat, and of a subscription. */
const SUPPORT_REFERENCE = /\b[TCL]-\d{6,}\b/
const SUBSCRIPTION_REFERENCE = /\bS-0*([1-9]\d*)\b/

/** How the titles of notifications about the verification begin. */
const VERIFICATION_TITLE = /^(?:Verification|Identity verified)\b/

/** How the titles of notifications about a payment to the holders of a series begin. */
const DISTRIBUTION_TITLE = /^Distribution of (\S+)/
/** How the end of a message names the transaction that it is about. */
const TRANSACTION_REFERENCE = /\(transaction ([1-9]\d*)\)\.$/

/** The title of a notification about an entry in the register. */
const UNITS_TITLE = /^Units of (\S+) (?:transferred|redeemed|corrected)$/

/** Where the reader finds what a notification of a category is about. */
const pages: Partial<Record<NotificationCategory, string>> = {
  transaction: '/access/transactions',
  investment: '/access/dashboard?tab=investments',
  portfolio: '/access/dashboard',
  document: '/access/documents',
  security: '/access/settings/security',
}

/** The address of one transaction of the investor. */
export const transactionPath = (id: number | string): string => `/access/transactions?open=${id}`

interface Content {
  category: NotificationCategory
  title: string
  message: string
}

/** The path of the page; undefined for an announcement that is about no page. */
export function notificationPage({ category, title, message }: Content): string | undefined {
  const [, subscription] =
    (category === 'investment' && SUBSCRIPTION_REFERENCE.exec(`${title} ${message}`)) || []
  if (subscription) return `/access/subscriptions/${subscription}`
  const [, held] = (category === 'investment' && UNITS_TITLE.exec(title)) || []
  if (held) return `/access/holdings/${codeOf(held)}`
  const [, transaction] = (category === 'transaction' && TRANSACTION_REFERENCE.exec(message)) || []
  const [, symbol] = (category === 'transaction' && DISTRIBUTION_TITLE.exec(title)) || []
  if (transaction) return transactionPath(transaction)
  if (symbol) return `/access/holdings/${codeOf(symbol)}#distributions`
  if (VERIFICATION_TITLE.test(title)) return '/access/verification'
  return pages[category] ?? (SUPPORT_REFERENCE.test(title) ? '/access/support' : undefined)
}
