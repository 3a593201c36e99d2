import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import {
  createdAt,
  id,
  isNotBlankCheck,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  NAME_LENGTH,
  newestFirst,
  optionalText,
  requiredText,
  SUBJECT_LENGTH,
  timestampColumn,
  updatedAt,
} from '#db/schema/column-types'
import { users } from '#db/schema/identity/accounts'
import {
  emailFrequencies,
  notificationCategories,
  notificationTopics,
  notificationTypes,
} from '#shared/enums/notifications'
import { numberFormats, themes } from '#shared/enums/preferences'
import { dateFormats } from '#shared/enums/site'

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    category: text({ enum: notificationCategories }).notNull().default('system'),
    type: text({ enum: notificationTypes }).notNull().default('info'),
    title: requiredText(SUBJECT_LENGTH),
    message: requiredText(LONG_TEXT_LENGTH),
    /** Written by an administrator. System notifications have fixed texts. */
    is_manual: boolean().notNull().default(false),
    is_read: boolean().notNull().default(false),
    read_at: timestampColumn(),
    /** Whether the bell shows it: the reader's choice at creation (trigger `apply_choice`). */
    in_bell: boolean().notNull().default(true),
    /** How it is still to be emailed. If omitted, the trigger takes the reader's choice. */
    email: text({ enum: emailFrequencies }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('notifications_of_user').on(t.user_id, newestFirst(t.created_at), newestFirst(t.id)),
    index('notifications_unread').on(t.user_id).where(sql`not ${t.is_read}`),
    // Notifications to email are searched every few seconds.
    index('notifications_to_mail').on(t.email, t.user_id, t.created_at).where(sql`${t.email} <> 'off'`),
    isOneOfCheck(t.category, notificationCategories),
    isOneOfCheck(t.type, notificationTypes),
    isOneOfCheck(t.email, emailFrequencies),
    isNotBlankCheck(t.title),
    isNotBlankCheck(t.message),
  ],
)

/** An investor's choice for one category of notification. Without a row the default applies. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: notificationTopics }).notNull(),
    bell: boolean().notNull(),
    email: text({ enum: emailFrequencies }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.kind] }),
    isOneOfCheck(t.kind, notificationTopics),
    isOneOfCheck(t.email, emailFrequencies),
  ],
)

/** An investor's display preferences. Without a row the defaults apply. */
export const userPreferences = pgTable(
  'user_preferences',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    theme: text({ enum: themes }).notNull().default('system'),
    /** An IANA time zone; empty for the browser's. */
    time_zone: optionalText(NAME_LENGTH),
    /** Empty for the site settings' format. */
    date_format: text({ enum: ['', ...dateFormats] })
      .notNull()
      .default(''),
    number_format: text({ enum: numberFormats }).notNull().default('1,234.56'),
  },
  (t) => [
    isOneOfCheck(t.theme, themes),
    isOneOfCheck(t.date_format, ['', ...dateFormats]),
    isOneOfCheck(t.number_format, numberFormats),
  ],
)
