/**
 * One-click unsubscribe (RFC 8058), without a session: the token says whose emails of which category. Nothing is stored
 * for it. It is signed, gives no other access, and stays valid while the server keeps its secret.
 */
import { createHmac } from 'node:crypto'
import { equalsInConstantTime } from '#common/access-token'
import { getService } from '#common/service-container'
import { Problem } from '#contract/problem'
import { getPreferences, updatePreferences } from '#modules/messaging/preferences/service'
import { type NotificationTopic, notificationTopics } from '#shared/enums/notifications'

/** Emails of one category, or the daily digest with all its categories. */
export type EmailSubscription = Exclude<NotificationTopic, 'security'> | 'daily'

const isMailing = (text: string): text is EmailSubscription =>
  text === 'daily' || (text !== 'security' && notificationTopics.some((kind) => kind === text))

/** The prefix keeps this signature distinct from all others made with the same secret. */
const sign = (text: string): string =>
  createHmac('sha256', getService('tokenSecret')).update(`unsubscribe\n${text}`).digest('base64url')

/** The token that stops these mails to an investor. */
export function createUnsubscribeToken(userId: number, mailing: EmailSubscription): string {
  const text = `${userId}.${mailing}`
  return `${text}.${sign(text)}`
}

/** Stops the emails of a token; stopped ones stay stopped. Throws `not_found` for a token that was not issued here. */
export async function unsubscribe(token: string): Promise<void> {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(end, 0))
  const [userId = '', mailing = ''] = text.split('.')
  if (!equalsInConstantTime(token.slice(end + 1), sign(text)) || !isMailing(mailing)) {
    throw new Problem('not_found', 'This link is incomplete. Manage your email preferences in Settings.')
  }
  const id = Number(userId)
  const { notifications } = await getPreferences(id)
  const stopped = notificationTopics.filter(
    (kind) => kind === mailing || (mailing === 'daily' && notifications[kind].email === 'daily'),
  )
  await updatePreferences(id, {
    notifications: Object.fromEntries(stopped.map((kind) => [kind, { email: 'off' as const }])),
  })
}
