import { boolean, char, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { NAME_LENGTH, requiredText, timestampColumn } from '#db/schema/column-types'

/** Whether readers found a documentation page helpful: one row per reader and page, without personal data. */
export const pageVotes = pgTable(
  'page_votes',
  {
    slug: requiredText(NAME_LENGTH),
    /** Keyed SHA-256 of the page and the browser's random id. */
    reader_hash: char({ length: 43 }).notNull(),
    helpful: boolean().notNull(),
    voted_at: timestampColumn().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.slug, t.reader_hash] })],
)
