/** What administrators write for each other. */
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { admins, users } from './accounts.ts'
import { createdAt, id, instant, LONG_TEXT, line, NAME, newestFirst, notBlank, updatedAt } from './columns.ts'

/** Internal notes about an investor, whom nobody shows them. Removed with the account. */
export const userNotes = pgTable(
  'user_notes',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'set null' }),
    text: line(LONG_TEXT),
    pinned: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('user_notes_of_user').on(t.user_id, newestFirst(t.pinned), newestFirst(t.id)),
    index('user_notes_newest_of_user').on(t.user_id, newestFirst(t.created_at), newestFirst(t.id)),
    index('user_notes_of_admin').on(t.admin_id),
    notBlank(t.text),
  ],
)

/** Administrators whom a note names, until they have read it and after. */
export const noteMentions = pgTable(
  'note_mentions',
  {
    note_id: integer()
      .notNull()
      .references(() => userNotes.id, { onDelete: 'cascade' }),
    admin_id: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    read_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.note_id, t.admin_id] }),
    index('note_mentions_unread').on(t.admin_id, newestFirst(t.note_id)).where(sql`${t.read_at} is null`),
  ],
)

/** An address of the panel under a name: a list with its search, filters and order. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    admin_id: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    name: line(NAME),
    section: line(NAME),
    address: line(2000),
    /** Whether all administrators see it. */
    shared: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('saved_views_name_unique').on(t.admin_id, t.section, sql`lower(${t.name})`),
    index('saved_views_shared').on(t.section).where(sql`${t.shared}`),
    notBlank(t.name),
    notBlank(t.section),
    notBlank(t.address),
  ],
)
