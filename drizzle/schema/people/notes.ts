/** Notes that administrators write for each other. */
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import {
  createdAt,
  id,
  isNotBlankCheck,
  LONG_TEXT_LENGTH,
  newestFirst,
  requiredText,
  timestampColumn,
  updatedAt,
} from '#db/schema/column-types'
import { admins, users } from '#db/schema/identity/accounts'

/** Internal notes about an investor, never shown to the investor. Removed with the account. */
export const userNotes = pgTable(
  'user_notes',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'set null' }),
    text: requiredText(LONG_TEXT_LENGTH),
    pinned: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('user_notes_of_user').on(t.user_id, newestFirst(t.pinned), newestFirst(t.id)),
    index('user_notes_newest_of_user').on(t.user_id, newestFirst(t.created_at), newestFirst(t.id)),
    index('user_notes_of_admin').on(t.admin_id),
    isNotBlankCheck(t.text),
  ],
)

/** Administrators mentioned in a note, before and after they have read it. */
export const noteMentions = pgTable(
  'note_mentions',
  {
    note_id: integer()
      .notNull()
      .references(() => userNotes.id, { onDelete: 'cascade' }),
    admin_id: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    read_at: timestampColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.note_id, t.admin_id] }),
    index('note_mentions_unread').on(t.admin_id, newestFirst(t.note_id)).where(sql`${t.read_at} is null`),
  ],
)
