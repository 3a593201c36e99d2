import { toActor } from '#common/audit-actor'
import { adminDocuments } from '#contract/catalog/admin-documents'
import { documents } from '#contract/catalog/documents'
import { serveCached } from '#http/cache/serve-cached'
import { serveExport } from '#http/export/serve-export'
import { getApiHeaders } from '#http/pipeline/responses'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { createStaticFile, sendFile } from '#http/static/static-file'
import { serveUpload } from '#http/upload/serve-upload'
import {
  createDocument,
  deleteDocument,
  exportDocuments,
  listDocuments,
  openDocument,
  updateDocument,
} from './admin-documents.ts'
import { listPublicDocuments } from './public-documents.ts'
import { contentDisposition } from './upload-response.ts'

/** Changes are announced and visible immediately; if an announcement is lost, after this many milliseconds. */
const maxAgeMs = 2_000

/** The public uploads. */
export const documentRoutes = () => [
  serveCached(documents.list, async () => ({ documents: await listPublicDocuments() }), {
    maxAgeMs,
    cacheTopic: 'documents',
  }),
]

/** Uploading, publishing and deleting documents. */
export const documentAdmin = () => [
  serveEndpoint(adminDocuments.list, ({ query }) => listDocuments(query)),
  serveExport(adminDocuments.exportCsv, 'documents', ({ query }) => exportDocuments(query)),
  serveUpload(adminDocuments.upload, async (call, file) => ({
    document: await createDocument(file, call.body.is_public === 'true', toActor(call)),
  })),
  serveEndpoint(adminDocuments.download, async ({ params, request, requestId }) => {
    const { document, body } = await openDocument(params.id)
    const headers = {
      ...getApiHeaders(requestId),
      // Downloaded, never shown: it must not run in this origin.
      'Content-Type': adminDocuments.download.response.raw,
      'Content-Disposition': contentDisposition('attachment', document.original_name),
      'Cache-Control': 'no-store',
    }
    return sendFile(request, createStaticFile(body, { tag: `d${document.id}`, headers }))
  }),
  serveEndpoint(adminDocuments.update, async (call) => ({
    document: await updateDocument(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminDocuments.delete, async (call) => {
    await deleteDocument(call.params.id, toActor(call))
    return { success: true as const }
  }),
]
