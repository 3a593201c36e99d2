import { desc, sql } from 'drizzle-orm'
import type { PublicDocument } from '#contract/catalog/documents'
import { database } from '#db/connection'
import { documents } from '#db/schema/catalog/documents'
import { getDocumentPath } from './public-files.ts'

/** Maximum number of uploads in one response. */
const MAX_LISTED = 500

/** The public uploads, newest first. */
export async function listPublicDocuments(): Promise<PublicDocument[]> {
  const rows = await database()
    .select({
      id: documents.id,
      original_name: documents.original_name,
      filename: documents.filename,
      file_type: documents.file_type,
      file_size: documents.file_size,
      created_at: documents.created_at,
    })
    .from(documents)
    .where(sql`${documents.is_public}`)
    .orderBy(desc(documents.created_at), desc(documents.id))
    .limit(MAX_LISTED)
  return rows.map((row) => ({
    ...row,
    url: getDocumentPath(row.filename),
    created_at: row.created_at.toISOString(),
  }))
}
