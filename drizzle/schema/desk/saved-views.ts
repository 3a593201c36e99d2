import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, isNotBlankCheck, NAME_LENGTH, requiredText } from '#db/schema/column-types'
import { admins } from '#db/schema/identity/accounts'

/** A named panel address: a list with its search, filters and order. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    admin_id: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    name: requiredText(NAME_LENGTH),
    section: requiredText(NAME_LENGTH),
    address: requiredText(2000),
    /** Whether all administrators see it. */
    shared: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('saved_views_name_unique').on(t.admin_id, t.section, sql`lower(${t.name})`),
    index('saved_views_shared').on(t.section).where(sql`${t.shared}`),
    isNotBlankCheck(t.name),
    isNotBlankCheck(t.section),
    isNotBlankCheck(t.address),
  ],
)
