/**
 * Mails of notifications, as their readers have chosen: at once, or all of a day in one mail in the morning. The choice
 * is in the row (trigger `apply_choice`), so that it does not matter which module made the notification.
 */
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Logger } from '#common/log'
import { partOf } from '#common/process-state'
import { API_BASE } from '#contract/call'
import { database, inTransaction } from '#db/connection'
import { users } from '#db/schema/accounts'
import { notifications, userPreferences } from '#db/schema/notifications'
import { queueLetters } from '#modules/mail/letters'
import type { NotificationCategory } from '#shared/enums/notifications'
import { digestLetter, type Entry, notificationLetter } from '#shared/mail/notification-letters'
import { notificationPage } from '#shared/notification-page'
import { latestMorning } from './morning.ts'
import { type Mailing, makeUnsubscribeToken } from './unsubscribe.ts'

const EVERY_MS = 10_000
/** Notifications, or readers, of one transaction. */
const BATCH = 100
/** Days after which a mail that could not be sent is no news any more. */
const LATEST_DAYS = 3

type Row = typeof notifications.$inferSelect

const pageUrl = (path: string): string => `${partOf('publicOrigin')}${path}`

const entryOf = ({ category, title, message }: Pick<Row, 'category' | 'title' | 'message'>): Entry => ({
  title,
  message,
  url: pageUrl(notificationPage({ category, title, message }) ?? '/access/dashboard'),
})

const mailingOf = (category: NotificationCategory): Mailing | undefined => {
  if (category === 'security') return undefined
  return category === 'system' ? 'announcement' : category
}

/** Where mails are chosen, and stopped: the page for people, the call for their mail programs. */
function choiceOf(userId: number, mailing: Mailing | undefined) {
  const token = mailing && makeUnsubscribeToken(userId, mailing)
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

/** Only its owner reads a confirmed address. What is about security is mailed to any. */
const isReachable = (user: typeof users.$inferSelect, category?: NotificationCategory): boolean =>
  user.is_active && user.deleted_at === null && (user.email_confirmed || category === 'security')

/** Mails those that are mailed at once, oldest first. Returns the number of rows; call again while it is {@link BATCH}. */
export function mailAtOnce(): Promise<number> {
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
    await queueLetters(
      rows
        .filter(({ notification, user }) => isReachable(user, notification.category))
        .map(({ notification, user }) => {
          const { choice, unsubscribe } = choiceOf(user.id, mailingOf(notification.category))
          return {
            owner: { userId: user.id },
            kind: 'notification',
            ...(notification.category === 'security' && { urgency: 0 as const }),
            recipient: user.email,
            letter: notificationLetter({ name: user.first_name, choice, ...entryOf(notification) }),
            expiresAt: expiry(),
            unsubscribe,
          }
        }),
    )
    return rows.length
  })
}

/** Mails one reader everything from before a morning. Returns whether there was something. */
function mailDigest(userId: number, morning: Date): Promise<boolean> {
  return inTransaction(async () => {
    // Of two instances one goes on: the other finds the reader locked.
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
    await queueLetters([
      {
        owner: { userId },
        kind: 'digest',
        recipient: user.email,
        letter: digestLetter({
          name: user.first_name,
          choice,
          entries: rows.map(entryOf),
          url: pageUrl('/access/dashboard'),
        }),
        expiresAt: expiry(),
        unsubscribe,
      },
    ])
    return true
  })
}

/**
 * Mails what has waited for a morning that has come where its reader is: whatever is from before it, so that each gets
 * at most one such mail a day. Returns the number of mails.
 */
export async function mailDigests(now = new Date()): Promise<number> {
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
    const morning = mornings.get(zone) ?? latestMorning(now, zone)
    mornings.set(zone, morning)
    if (oldest < morning && (await mailDigest(userId, morning))) mailed += 1
  }
  return mailed
}

/** Mails notifications at intervals until closed. The returned handle waits for the round in progress. */
export function startNotificationMails(log: Logger): { close(): Promise<void> } {
  let running: Promise<void> | undefined
  const round = async () => {
    while ((await mailAtOnce()) === BATCH);
    await mailDigests()
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
