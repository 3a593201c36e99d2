/** Uploaded documents, as administrators manage them. */
import { and, count, desc, eq } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import { exportCsv, formatBoolean } from '#common/csv'
import type { FileBody, GeneratedFile, Upload } from '#common/file-types'
import { assertUnchanged } from '#common/optimistic-lock'
import { deleteStoredFile, getUploadStorage, storeUpload } from '#common/upload-storage'
import { requireSecond } from '#common/write-recorder'
import {
  type AdminDocument,
  type adminDocuments,
  DOCUMENT_WRONG_TYPE,
  type DocumentEdit,
} from '#contract/catalog/admin-documents'
import type { QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { afterCommit, database, inTransaction, slowQueryDatabase } from '#db/connection'
import { keysetCondition, listPage, searchConditions } from '#db/list-queries'
import { documents } from '#db/schema/catalog/documents'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { createStoredFilename, toDisplayName } from './file-names.ts'
import { detectDocumentType } from './file-type.ts'
import { getDocumentPath } from './public-files.ts'

type Row = typeof documents.$inferSelect

const toDocument = ({ uploaded_by: _, ...row }: Row): AdminDocument => ({
  ...row,
  url: getDocumentPath(row.filename),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** The generated name of the stored file means nothing in the audit log. */
const toAudited = ({ filename: _, url: __, ...document }: AdminDocument) => document

const conditionOf = ({ file_type, is_public, search }: QueryOf<typeof adminDocuments.exportCsv>) =>
  and(
    file_type && eq(documents.file_type, file_type),
    is_public && eq(documents.is_public, is_public === 'true'),
    ...searchConditions(search, [documents.original_name, documents.filename]),
  )

/** A page of the documents. */
export async function listDocuments(query: QueryOf<typeof adminDocuments.list>) {
  const condition = conditionOf(query)
  const { created_at, original_name, file_size } = documents
  const { rows, pagination } = await listPage(query, {
    sorts: { created_at, original_name, file_size },
    tie: documents.id,
    rows: ({ order, limit, offset }) =>
      database()
        .select()
        .from(documents)
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () => database().select({ total: count() }).from(documents).where(condition),
  })
  return { documents: rows.map(toDocument), pagination }
}

/** The list of documents as a file, newest first, without their content. */
export function exportDocuments(query: QueryOf<typeof adminDocuments.exportCsv>): Promise<GeneratedFile> {
  const condition = conditionOf(query)
  const { created_at, id } = documents
  return exportCsv<Row>({
    columns: [
      ['Document ID', (row) => row.id],
      ['Name', ({ original_name }) => original_name],
      ['Type', ({ file_type }) => file_type],
      ['Size (bytes)', ({ file_size }) => file_size],
      ['Public', ({ is_public }) => formatBoolean(is_public)],
      ['File name', ({ filename }) => filename],
      ['Uploaded (UTC)', (row) => row.created_at.toISOString()],
      ['Updated (UTC)', ({ updated_at }) => updated_at.toISOString()],
    ],
    count: () => slowQueryDatabase().select({ total: count() }).from(documents).where(condition),
    read: (last, limit) =>
      slowQueryDatabase()
        .select()
        .from(documents)
        .where(and(condition, keysetCondition('<', [created_at, id], last && [last.created_at, last.id])))
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}

/** Has a second administrator decide about what everyone can read. */
const requireSecondForPublic = () => requireSecond('Everyone can read a public document.')

/** Stores an uploaded file. Throws `unsupported_type` unless it is PDF or HTML. */
export async function createDocument(
  upload: Upload,
  isPublic: boolean,
  actor: Actor,
): Promise<AdminDocument> {
  const kind = await detectDocumentType(upload.path)
  if (!kind) throw new Problem('unsupported_type', DOCUMENT_WRONG_TYPE)
  const shownName = toDisplayName(upload.name, kind)
  const filename = createStoredFilename(shownName, kind)
  return storeUpload(upload, filename, kind === 'pdf' ? 'application/pdf' : 'text/html', async () => {
    const [row] = await database()
      .insert(documents)
      .values({
        original_name: shownName,
        filename,
        file_type: kind,
        file_size: upload.size,
        is_public: isPublic,
        uploaded_by: actor.adminId,
      })
      .returning()
    const document = toDocument(row as Row)
    if (isPublic) requireSecondForPublic()
    invalidateCache('documents')
    await recordAudit(actor, {
      action: 'document.upload',
      entity: 'document',
      entityId: document.id,
      after: toAudited(document),
    })
    return document
  })
}

async function lock(id: number): Promise<Row> {
  const [row] = await database().select().from(documents).where(eq(documents.id, id)).for('update')
  if (!row) throw new Problem('not_found', 'Document not found.')
  return row
}

/** Makes a document public or private, or renames it. Throws `not_found` and `stale_write`. */
export function updateDocument(
  id: number,
  { updated_at, is_public, original_name }: DocumentEdit,
  actor: Actor,
): Promise<AdminDocument> {
  return inTransaction(async () => {
    const before = await lock(id)
    assertUnchanged(before, updated_at, 'document')
    const [row] = await database()
      .update(documents)
      .set({
        is_public: is_public ?? before.is_public,
        original_name:
          original_name === undefined ? before.original_name : toDisplayName(original_name, before.file_type),
      })
      .where(eq(documents.id, id))
      .returning()
    const after = toDocument(row as Row)
    invalidateCache('documents')
    const published = after.is_public !== before.is_public
    const isRenamed = after.original_name !== before.original_name
    if (after.is_public && (published || isRenamed)) requireSecondForPublic()
    await recordAudit(actor, {
      action: published ? (after.is_public ? 'document.publish' : 'document.withdraw') : 'document.update',
      entity: 'document',
      entityId: id,
      before: toAudited(toDocument(before)),
      after: toAudited(after),
    })
    return after
  })
}

/** Deletes a document, and its file after the commit. Throws `not_found`. */
export function deleteDocument(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const before = await lock(id)
    await database().delete(documents).where(eq(documents.id, id))
    invalidateCache('documents')
    afterCommit(() => void deleteStoredFile(before.filename))
    await recordAudit(actor, {
      action: 'document.delete',
      entity: 'document',
      entityId: id,
      before: toAudited(toDocument(before)),
    })
  })
}

/** A document and its bytes, public or private. Throws `not_found`. */
export async function openDocument(id: number): Promise<{ document: AdminDocument; body: FileBody }> {
  const [row] = await database().select().from(documents).where(eq(documents.id, id))
  const body = row && (await getUploadStorage().read(row.filename, row.file_size))
  if (!row || !body) throw new Problem('not_found', 'Document not found.')
  return { document: toDocument(row), body }
}
