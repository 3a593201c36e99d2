/** The files that anyone may read: public documents, and the icons of tokens. */
import { eq, sql } from 'drizzle-orm'
import { prepared } from '#db/prepared'
import { documents } from '#db/schema/documents'
import { tokenIcons } from '#db/schema/tokens'
import { ICONS, storage } from './storage.ts'

/** Path under which uploads are served. */
export const UPLOADS = '/documents/uploads/'

/** The path of the document stored under `filename`. */
export const documentAddress = (filename: string): string => UPLOADS + encodeURIComponent(filename)

const filename = sql.placeholder('filename')

const publicDocument = prepared((db) =>
  db
    .select()
    .from(documents)
    .where(sql`${documents.filename} = ${filename} and ${documents.is_public}`)
    .prepare('public_document'),
)

const icon = prepared((db) =>
  db.select().from(tokenIcons).where(eq(tokenIcons.filename, filename)).prepare('token_icon'),
)

/** The row and the bytes of a public document by its stored name; undefined if there is none. */
export async function readPublicFile(name: string) {
  const [row] = await publicDocument().execute({ filename: name })
  const body = row && (await storage().read(row.filename, row.file_size))
  return body && { row, body }
}

/** The row and the bytes of a token's icon by its stored name; undefined if there is none. */
export async function readIconFile(name: string) {
  const [row] = await icon().execute({ filename: name })
  const body = row && (await storage().read(ICONS + row.filename, row.file_size))
  return body && { row, body }
}
