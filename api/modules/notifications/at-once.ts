import { type SQL, sql } from 'drizzle-orm'
import type { EmailWay, NotificationKind } from '#shared/enums/notifications'

/**
 * How a notification with a deadline, or that somebody has to act on, is mailed: at once, also to a reader who chose
 * the daily mail. One who has switched emails of its kind off gets none.
 */
export const atOnce = (userId: number, kind: NotificationKind): SQL<EmailWay> => sql`coalesce((
  select case email when 'off' then 'off' else 'now' end from notification_choices
  where user_id = ${userId} and kind = ${kind}), 'now')`
