import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import {
  emailWays,
  notificationCategories,
  notificationKinds,
  notificationTypes,
} from '#shared/enums/notifications'
import { numberFormats, themes } from '#shared/enums/preferences'
import { dateFormats } from '#shared/enums/site'
import { users } from './accounts.ts'
import {
  createdAt,
  id,
  instant,
  LONG_TEXT,
  line,
  NAME,
  newestFirst,
  notBlank,
  oneOf,
  optionalLine,
  SUBJECT,
  updatedAt,
} from './columns.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    category: text({ enum: notificationCategories }).notNull().default('system'),
    type: text({ enum: notificationTypes }).notNull().default('info'),
    title: line(SUBJECT),
    message: line(LONG_TEXT),
    /** Written by an administrator. The text of the others, which the system sent, cannot be changed. */
    is_manual: boolean().notNull().default(false),
    is_read: boolean().notNull().default(false),
    read_at: instant(),
    /** Whether the bell shows it: chosen by its reader when it was made (trigger `apply_choice`). */
    in_bell: boolean().notNull().default(true),
    /** How it is still to be mailed. Left out, the trigger takes what its reader has chosen. */
    email: text({ enum: emailWays }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('notifications_of_user').on(t.user_id, newestFirst(t.created_at), newestFirst(t.id)),
    index('notifications_unread').on(t.user_id).where(sql`not ${t.is_read}`),
    // Those to mail are looked for every few seconds.
    index('notifications_to_mail').on(t.email, t.user_id, t.created_at).where(sql`${t.email} <> 'off'`),
    oneOf(t.category, notificationCategories),
    oneOf(t.type, notificationTypes),
    oneOf(t.email, emailWays),
    notBlank(t.title),
    notBlank(t.message),
  ],
)

/** How an investor wants to be told of one kind of notification. Without a row it is as for everybody. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: notificationKinds }).notNull(),
    bell: boolean().notNull(),
    email: text({ enum: emailWays }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.kind] }),
    oneOf(t.kind, notificationKinds),
    oneOf(t.email, emailWays),
  ],
)

/** How an investor wants to read the site. Without a row it is as for everybody. */
export const userPreferences = pgTable(
  'user_preferences',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    theme: text({ enum: themes }).notNull().default('system'),
    /** Of the IANA database; empty for that of the browser. */
    time_zone: optionalLine(NAME),
    /** Empty for that of the site settings. */
    date_format: text({ enum: ['', ...dateFormats] })
      .notNull()
      .default(''),
    number_format: text({ enum: numberFormats }).notNull().default('1,234.56'),
  },
  (t) => [
    oneOf(t.theme, themes),
    oneOf(t.date_format, ['', ...dateFormats]),
    oneOf(t.number_format, numberFormats),
  ],
)
