/**
 * Notification emails, delivered as chosen by their readers: immediately, or combined in a morning digest. The choice
 * is stored in the row (trigger `apply_choice`), so it does not matter which module created the notification.
 */
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Logger } from '#common/logger'
import { getService } from '#common/service-container'
import { API_BASE } from '#contract/request-url'
import { database, inTransaction } from '#db/connection'
import { users } from '#db/schema/identity/accounts'
import { notifications, userPreferences } from '#db/schema/messaging/notifications'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { digestEmail, type Entry, notificationEmail } from '#shared/email/notification-emails'
import type { NotificationCategory } from '#shared/enums/notifications'
import { getNotificationPath } from '#shared/notification-link'
import { getLatestDigestTime } from './digest-time.ts'
import { createUnsubscribeToken, type EmailSubscription } from './unsubscribe.ts'

const EVERY_MS = 10_000
/** Notifications, or readers, per transaction. */
const BATCH = 100
/** Days after which an unsent email is no longer news. */
const LATEST_DAYS = 3

type Row = typeof notifications.$inferSelect

const pageUrl = (path: string): string => `${getService('publicOrigin')}${path}`

const entryOf = ({ category, title, message }: Pick<Row, 'category' | 'title' | 'message'>): Entry => ({
  title,
  message,
  url: pageUrl(getNotificationPath({ category, title, message }) ?? '/access/dashboard'),
})

const mailingOf = (category: NotificationCategory): EmailSubscription | undefined => {
  if (category === 'security') return undefined
  return category === 'system' ? 'announcement' : category
}

/** Where email is configured and stopped: the page for people, the endpoint for their mail programs. */
function choiceOf(userId: number, mailing: EmailSubscription | undefined) {
  const token = mailing && createUnsubscribeToken(userId, mailing)
  return {
    choice: {
      settings: pageUrl('/access/settings/notifications'),
      ...(token && { unsubscribe: pageUrl(`/access/unsubscribe#token=${token}`) }),
    },
    unsubscribe: token && pageUrl(`${API_BASE}/unsubscribe/${token}`),
  }
}

const expiry = () => new Date(Date.now() + LATEST_DAYS * 86_400_000)

const done = (ids: number[]) =>
  database().update(notifications).set({ email: 'off' }).where(inArray(notifications.id, ids))

/** Only its owner reads a confirmed address. Security emails go to any address. */
const isReachable = (user: typeof users.$inferSelect, category?: NotificationCategory): boolean =>
  user.is_active && user.deleted_at === null && (user.email_confirmed || category === 'security')

/**
 * Sends the immediate emails, oldest first. Returns the number of rows; call again while it is
 * {@link BATCH}.
 */
export function sendImmediateEmails(): Promise<number> {
  return inTransaction(async () => {
    const rows = await database()
      .select({ notification: notifications, user: users })
      .from(notifications)
      .innerJoin(users, eq(users.id, notifications.user_id))
      .where(eq(notifications.email, 'now'))
      .orderBy(asc(notifications.id))
      .limit(BATCH)
      .for('no key update', { of: notifications, skipLocked: true })
    if (rows.length === 0) return 0
    await done(rows.map(({ notification }) => notification.id))
    await queueEmails(
      rows
        .filter(({ notification, user }) => isReachable(user, notification.category))
        .map(({ notification, user }) => {
          const { choice, unsubscribe } = choiceOf(user.id, mailingOf(notification.category))
          return {
            owner: { userId: user.id },
            kind: 'notification',
            ...(notification.category === 'security' && { urgency: 0 as const }),
            recipient: user.email,
            letter: notificationEmail({
              name: user.first_name,
              choice,
              isManual: notification.is_manual,
              ...entryOf(notification),
            }),
            expiresAt: expiry(),
            unsubscribe,
          }
        }),
    )
    return rows.length
  })
}

/** Emails one reader everything from before a morning. Returns whether there was anything. */
function mailDigest(userId: number, morning: Date): Promise<boolean> {
  return inTransaction(async () => {
    // Only one of two instances continues: the other finds the reader locked.
    const [user] = await database()
      .select()
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update', { skipLocked: true })
    if (!user) return false
    const rows = await database()
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.user_id, userId),
          eq(notifications.email, 'daily'),
          lt(notifications.created_at, morning),
        ),
      )
      .orderBy(asc(notifications.id))
      .for('no key update')
    if (rows.length === 0) return false
    await done(rows.map(({ id }) => id))
    if (!isReachable(user)) return true
    const { choice, unsubscribe } = choiceOf(userId, 'daily')
    await queueEmails([
      {
        owner: { userId },
        kind: 'digest',
        recipient: user.email,
        letter: digestEmail({
          name: user.first_name,
          choice,
          entries: rows.map(entryOf),
          url: pageUrl('/access/dashboard'),
          isManual: rows.some(({ is_manual }) => is_manual),
        }),
        expiresAt: expiry(),
        unsubscribe,
      },
    ])
    return true
  })
}

/**
 * Emails pending digests once the reader's local morning has come: everything from before it, so that each reader gets
 * at most one a day. Returns the number of emails.
 */
export async function sendDigestEmails(now = new Date()): Promise<number> {
  const zone = sql<string>`coalesce(${userPreferences.time_zone}, '')`
  const waiting = await database()
    .select({
      userId: notifications.user_id,
      zone,
      oldest: sql<Date>`min(${notifications.created_at})`.mapWith(notifications.created_at),
    })
    .from(notifications)
    .leftJoin(userPreferences, eq(userPreferences.user_id, notifications.user_id))
    .where(eq(notifications.email, 'daily'))
    .groupBy(notifications.user_id, zone)
    .orderBy(notifications.user_id)
  const mornings = new Map<string, Date>()
  let mailed = 0
  for (const { userId, zone, oldest } of waiting) {
    const morning = mornings.get(zone) ?? getLatestDigestTime(now, zone)
    mornings.set(zone, morning)
    if (oldest < morning && (await mailDigest(userId, morning))) mailed += 1
  }
  return mailed
}

/** Sends notification emails at intervals until closed. The returned handle waits for the round in progress. */
export function startNotificationEmailJob(log: Logger): { close(): Promise<void> } {
  let running: Promise<void> | undefined
  const round = async () => {
    while ((await sendImmediateEmails()) === BATCH);
    await sendDigestEmails()
  }
  const timer = setInterval(() => {
    running ??= round()
      .catch((err) => log.warn({ err }, 'notifications could not be mailed'))
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
