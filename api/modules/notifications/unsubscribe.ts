/**
 * Stopping mails with one click (RFC 8058), without a session: the token says whose mails of which kind. Nothing is
 * stored for it. It is signed, opens nothing else, and stays good while the server keeps its secret.
 */
import { createHmac } from 'node:crypto'
import { equalTexts } from '#common/access-token'
import { partOf } from '#common/process-state'
import { Problem } from '#contract/problem'
import { readPreferences, updatePreferences } from '#modules/preferences/service'
import { type NotificationKind, notificationKinds } from '#shared/enums/notifications'

/** Mails of one kind, or the daily mail with all kinds in it. */
export type Mailing = Exclude<NotificationKind, 'security'> | 'daily'

const isMailing = (text: string): text is Mailing =>
  text === 'daily' || (text !== 'security' && notificationKinds.some((kind) => kind === text))

/** The prefix keeps this signature different from all others made with the same secret. */
const sign = (text: string): string =>
  createHmac('sha256', partOf('tokenSecret')).update(`unsubscribe\n${text}`).digest('base64url')

/** The token that stops these mails to an investor. */
export function makeUnsubscribeToken(userId: number, mailing: Mailing): string {
  const text = `${userId}.${mailing}`
  return `${text}.${sign(text)}`
}

/** Stops the mails of a token; those that are stopped stay so. Throws `not_found` for a token that was not made here. */
export async function unsubscribe(token: string): Promise<void> {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(end, 0))
  const [userId = '', mailing = ''] = text.split('.')
  if (!equalTexts(token.slice(end + 1), sign(text)) || !isMailing(mailing)) {
    throw new Problem(
      'not_found',
      'This link is not complete. Choose in your settings what is mailed to you.',
    )
  }
  const id = Number(userId)
  const { notifications } = await readPreferences(id)
  const stopped = notificationKinds.filter(
    (kind) => kind === mailing || (mailing === 'daily' && notifications[kind].email === 'daily'),
  )
  await updatePreferences(id, {
    notifications: Object.fromEntries(stopped.map((kind) => [kind, { email: 'off' as const }])),
  })
}
