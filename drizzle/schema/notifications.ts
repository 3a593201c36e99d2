import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { notificationCategories, notificationTypes } from '#shared/enums/notifications'
import { users } from './accounts.ts'
import {
  createdAt,
  id,
  instant,
  LONG_TEXT,
  line,
  newestFirst,
  notBlank,
  oneOf,
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
    is_read: boolean().notNull().default(false),
    read_at: instant(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('notifications_of_user').on(t.user_id, newestFirst(t.created_at), newestFirst(t.id)),
    index('notifications_unread').on(t.user_id).where(sql`not ${t.is_read}`),
    oneOf(t.category, notificationCategories),
    oneOf(t.type, notificationTypes),
    notBlank(t.title),
    notBlank(t.message),
  ],
)
