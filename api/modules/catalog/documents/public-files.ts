/** The files that anyone may read: public documents, series documents, and token icons. */
import { eq, sql } from 'drizzle-orm'
import { getUploadStorage, ICONS_PREFIX } from '#common/upload-storage'
import { prepareQuery, prepareStatement } from '#db/prepared-queries'
import { documents } from '#db/schema/catalog/documents'
import { seriesAttestations, seriesDocuments, seriesDocumentVersions } from '#db/schema/catalog/series'
import { tokenIcons, tokens } from '#db/schema/catalog/tokens'
import { registerHeads } from '#db/schema/holdings/register'

/** Path under which uploads are served. */
export const UPLOADS_PATH = '/documents/uploads/'

/** The path of the document stored under `filename`. */
export const getDocumentPath = (filename: string): string => UPLOADS_PATH + encodeURIComponent(filename)

const filename = sql.placeholder('filename')

const publicDocument = prepareQuery((db) =>
  db
    .select()
    .from(documents)
    .where(sql`${documents.filename} = ${filename} and ${documents.is_public}`)
    .prepare('public_document'),
)

const icon = prepareQuery((db) =>
  db.select().from(tokenIcons).where(eq(tokenIcons.filename, filename)).prepare('token_icon'),
)

interface FileRow {
  id: number
  original_name: string
  filename: string
  file_type: 'pdf' | 'html'
  file_size: number
}

/**
 * A version of a series document, or an attestation. Those of a token that was never open for investment are drafts:
 * without units in issue they are not served while it is hidden.
 */
const seriesFile = prepareStatement<[id: number, original_name: string, size: number]>(
  () => sql`
    select file.id, file.original_name, file.file_size from (
      select version.id, version.original_name, version.file_size, document.token_id
      from ${seriesDocumentVersions} as version join ${seriesDocuments} as document on document.id = version.document_id
      where version.filename = ${filename}
      union all
      select id, original_name, file_size, token_id from ${seriesAttestations} where filename = ${filename}
    ) as file join ${tokens} on tokens.id = file.token_id
    left join ${registerHeads} as head on head.token_id = file.token_id
    where tokens.is_active or head.units_in_issue > 0`,
)

async function findPublicRow(name: string): Promise<FileRow | undefined> {
  const [document] = await publicDocument().execute({ filename: name })
  if (document) return document
  const [file] = await seriesFile({ filename: name })
  if (!file) return undefined
  const [id, original_name, file_size] = file
  return { id, original_name, file_size, filename: name, file_type: 'pdf' }
}

/** The row and the bytes of a public document by its stored name; undefined if there is none. */
export async function getPublicFile(name: string) {
  const row = await findPublicRow(name)
  const body = row && (await getUploadStorage().read(row.filename, row.file_size))
  return body && { row, body }
}

/** The row and the bytes of a token's icon by its stored name; undefined if there is none. */
export async function getIconFile(name: string) {
  const [row] = await icon().execute({ filename: name })
  const body = row && (await getUploadStorage().read(ICONS_PREFIX + row.filename, row.file_size))
  return body && { row, body }
}
