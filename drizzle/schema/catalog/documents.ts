import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  createdAt,
  id,
  isInRangeCheck,
  isNotBlankCheck,
  isOneOfCheck,
  newestFirst,
  requiredText,
  updatedAt,
} from '#db/schema/column-types'
import { admins } from '#db/schema/identity/accounts'
import { documentTypes } from '#shared/enums/documents'

/** Uploads. The file is stored under `filename`, a generated name; `original_name` is for display. */
export const documents = pgTable(
  'documents',
  {
    id: id(),
    original_name: requiredText(255),
    filename: requiredText(255),
    file_type: text({ enum: documentTypes }).notNull(),
    file_size: integer().notNull(),
    is_public: boolean().notNull().default(false),
    uploaded_by: integer().references(() => admins.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('documents_filename_unique').on(t.filename),
    index('documents_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('documents_public').on(newestFirst(t.created_at), newestFirst(t.id)).where(sql`${t.is_public}`),
    index('documents_of_admin').on(t.uploaded_by),
    isNotBlankCheck(t.filename),
    isNotBlankCheck(t.original_name),
    isOneOfCheck(t.file_type, documentTypes),
    isInRangeCheck(t.file_size, '> 0', '<= 209715200'),
  ],
)
