import { type SQL, sql } from 'drizzle-orm'
import type { EmailFrequency, NotificationTopic } from '#shared/enums/notifications'

/**
 * Notifications with a deadline or a required action are emailed immediately, even to readers who chose the daily
 * digest. Readers who switched this category of email off get none.
 */
export const immediateEmailMode = (
  userId: number,
  kind: NotificationTopic,
): SQL<EmailFrequency> => sql`coalesce((
  select case email when 'off' then 'off' else 'now' end from notification_choices
  where user_id = ${userId} and kind = ${kind}), 'now')`
