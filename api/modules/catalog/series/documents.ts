/** Documents of a series and their versions: PDF files that anyone may read and compare by their SHA-256. */
import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import type { Upload } from '#common/file-types'
import { storeUpload } from '#common/upload-storage'
import {
  type AdminSeriesDocument,
  type adminSeries,
  SERIES_FILE_WRONG_TYPE,
  type SeriesDocumentBody,
} from '#contract/catalog/admin-series'
import { SERIES_DOCUMENTS_MAX, type SeriesDocument } from '#contract/catalog/series'
import type { BodyOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { seriesDocuments, seriesDocumentVersions } from '#db/schema/catalog/series'
import { tokens } from '#db/schema/catalog/tokens'
import { holdings } from '#db/schema/holdings/register'
import { notifications } from '#db/schema/messaging/notifications'
import { createStoredFilename, toDisplayName } from '#modules/catalog/documents/file-names'
import { detectDocumentType } from '#modules/catalog/documents/file-type'
import { getDocumentPath } from '#modules/catalog/documents/public-files'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { lockSeries, readSymbol } from './series-figures.ts'

type DocumentRow = typeof seriesDocuments.$inferSelect
type VersionRow = typeof seriesDocumentVersions.$inferSelect

function toDocument(document: DocumentRow, versions: VersionRow[]): AdminSeriesDocument | undefined {
  const [current] = versions
  if (!current) return undefined
  return {
    id: current.id,
    document_id: document.id,
    kind: document.kind,
    title: document.title,
    must_acknowledge: document.must_acknowledge,
    version: current.version,
    sha256: current.sha256,
    size: current.file_size,
    url: getDocumentPath(current.filename),
    versions: versions.map(({ id, version, sha256, file_size, filename, original_name, created_at }) => ({
      id,
      version,
      sha256,
      size: file_size,
      url: getDocumentPath(filename),
      original_name,
      created_at: created_at.toISOString(),
    })),
  }
}

async function withVersions(documents: DocumentRow[]): Promise<AdminSeriesDocument[]> {
  const ids = documents.map(({ id }) => id)
  const versions = await database()
    .select()
    .from(seriesDocumentVersions)
    .where(inArray(seriesDocumentVersions.document_id, ids))
    .orderBy(desc(seriesDocumentVersions.version))
  return documents.flatMap(
    (document) =>
      toDocument(
        document,
        versions.filter(({ document_id }) => document_id === document.id),
      ) ?? [],
  )
}

/** The documents of a series with all versions, in the order in which they were added. */
export const listDocuments = async (tokenId: number): Promise<AdminSeriesDocument[]> =>
  withVersions(
    await database()
      .select()
      .from(seriesDocuments)
      .where(eq(seriesDocuments.token_id, tokenId))
      .orderBy(asc(seriesDocuments.id))
      .limit(SERIES_DOCUMENTS_MAX),
  )

/** Their current versions. */
export const listCurrentDocuments = async (tokenId: number): Promise<SeriesDocument[]> =>
  listDocuments(tokenId)

/** A document as stored in the audit log: its current version, and the series. */
const shown = (symbol: string, { versions: _, ...document }: AdminSeriesDocument) => ({ symbol, ...document })

async function lockDocument(id: number): Promise<DocumentRow | undefined> {
  const [row] = await database()
    .select()
    .from(seriesDocuments)
    .where(eq(seriesDocuments.id, id))
    .for('update')
  return row
}

/** Refreshes the pages of holders: a trigger announces what everyone sees of the series. */
async function announceToHolders(tokenId: number): Promise<void> {
  await database().execute(sql`
    select pg_notify('user_changed', 'portfolio ' || user_id) from ${holdings}
    where token_id = ${tokenId} and units > 0`)
}

/** Notifies the holders of a new document, or a new version of one. */
async function notifyHolders({ token_id, title }: DocumentRow, version: number): Promise<void> {
  const what = version === 1 ? 'New document' : 'New document version'
  await database().execute(sql`
    insert into ${notifications} (user_id, category, type, title, message)
    select user_id, 'document', 'info', ${what} || ' for ' || symbol,
      ${`"${title}"${version === 1 ? '' : `, version ${version}`}. Available in your documents and on the series page.`}
    from ${holdings} join ${tokens} on ${tokens.id} = token_id
    where token_id = ${token_id} and units > 0
    order by user_id`)
}

/** Stores a file as the next version of the document that `open` finds or adds, and locks, in the same transaction. */
async function addFile(
  upload: Upload,
  action: string,
  actor: Actor,
  open: () => Promise<DocumentRow | undefined>,
): Promise<AdminSeriesDocument> {
  if ((await detectDocumentType(upload.path)) !== 'pdf')
    throw new Problem('unsupported_type', SERIES_FILE_WRONG_TYPE)
  const original_name = toDisplayName(upload.name, 'pdf')
  const filename = createStoredFilename(original_name, 'pdf')
  return storeUpload(upload, filename, 'application/pdf', async () => {
    const document = await open()
    if (!document) throw new Problem('not_found', 'Document not found.')
    const [last] = await database()
      .select({ version: seriesDocumentVersions.version, sha256: seriesDocumentVersions.sha256 })
      .from(seriesDocumentVersions)
      .where(eq(seriesDocumentVersions.document_id, document.id))
      .orderBy(desc(seriesDocumentVersions.version))
      .limit(1)
    if (last?.sha256 === upload.sha256)
      throw new Problem('conflict', `This file is identical to version ${last.version} of the document.`)
    const version = (last?.version ?? 0) + 1
    await database().insert(seriesDocumentVersions).values({
      document_id: document.id,
      version,
      filename,
      original_name,
      file_size: upload.size,
      sha256: upload.sha256,
      uploaded_by: actor.adminId,
    })
    const [after] = await withVersions([document])
    if (!after) throw new Error('An added version was not found')
    invalidateCache('series')
    await announceToHolders(document.token_id)
    await notifyHolders(document, version)
    await recordAudit(actor, {
      action,
      entity: 'series_document',
      entityId: document.id,
      after: shown(await readSymbol(document.token_id), after),
    })
    return after
  })
}

/** Adds a document with its first version. Throws `not_found` and `unsupported_type`. */
export async function addDocument(
  symbol: string,
  { kind, title, must_acknowledge }: SeriesDocumentBody,
  upload: Upload,
  actor: Actor,
): Promise<AdminSeriesDocument> {
  return addFile(upload, 'series_document.add', actor, async () => {
    const token = await lockSeries(symbol)
    const [row] = await database()
      .insert(seriesDocuments)
      .values({ token_id: token.id, kind, title, must_acknowledge: must_acknowledge === 'true' })
      .returning()
    return row
  })
}

/**
 * Adds a version of a document. Two concurrent ones get two numbers. Throws `not_found`, `unsupported_type`, and
 * `conflict` for the file of the current version.
 */
export const addVersion = (id: number, upload: Upload, actor: Actor): Promise<AdminSeriesDocument> =>
  addFile(upload, 'series_document.version', actor, () => lockDocument(id))

/**
 * Changes whether investors must acknowledge a document. This applies to later subscriptions; earlier acknowledgments
 * stay. Throws `not_found`.
 */
export function updateDocument(
  id: number,
  { must_acknowledge }: BodyOf<typeof adminSeries.updateDocument>,
  actor: Actor,
): Promise<AdminSeriesDocument> {
  return inTransaction(async () => {
    const row = await lockDocument(id)
    const [before] = row ? await withVersions([row]) : []
    if (!row || !before) throw new Problem('not_found', 'Document not found.')
    if (before.must_acknowledge === must_acknowledge) return before
    await database().update(seriesDocuments).set({ must_acknowledge }).where(eq(seriesDocuments.id, id))
    const after = { ...before, must_acknowledge }
    invalidateCache('series')
    await announceToHolders(row.token_id)
    const symbol = await readSymbol(row.token_id)
    await recordAudit(actor, {
      action: 'series_document.update',
      entity: 'series_document',
      entityId: id,
      before: shown(symbol, before),
      after: shown(symbol, after),
    })
    return after
  })
}
