import { actorOf } from '#common/actor'
import { adminDocuments } from '#contract/admin-documents'
import { documents } from '#contract/documents'
import { serveCached } from '#http/cache/serve-cached'
import { serveExport } from '#http/export/serve-export'
import { apiHeaders } from '#http/pipeline/responses'
import { serve } from '#http/pipeline/serve'
import { makeStaticFile, sendBytes } from '#http/static/static-file'
import { serveUpload } from '#http/upload/serve-upload'
import {
  createDocument,
  deleteDocument,
  exportDocuments,
  listDocuments,
  openDocument,
  updateDocument,
} from './admin-service.ts'
import { contentDisposition } from './http-delivery.ts'
import { listPublicDocuments } from './service.ts'

/** Changes are announced and visible at once; if an announcement is lost, after this many milliseconds. */
const freshFor = 2_000

/** The public uploads. */
export const documentRoutes = () => [
  serveCached(documents.list, async () => ({ documents: await listPublicDocuments() }), {
    freshFor,
    madeOf: 'documents',
  }),
]

/** Uploading, publishing and deleting documents. */
export const documentAdmin = () => [
  serve(adminDocuments.list, ({ query }) => listDocuments(query)),
  serveExport(adminDocuments.exportCsv, 'documents', ({ query }) => exportDocuments(query)),
  serveUpload(adminDocuments.upload, async (call, file) => ({
    document: await createDocument(file, call.body.is_public === 'true', actorOf(call)),
  })),
  serve(adminDocuments.file, async ({ params, request, requestId }) => {
    const { document, body } = await openDocument(params.id)
    const headers = {
      ...apiHeaders(requestId),
      // Downloaded, never shown: it must not run in this origin.
      'Content-Type': adminDocuments.file.response.raw,
      'Content-Disposition': contentDisposition('attachment', document.original_name),
      'Cache-Control': 'no-store',
    }
    return sendBytes(request, makeStaticFile(body, { tag: `d${document.id}`, headers }))
  }),
  serve(adminDocuments.update, async (call) => ({
    document: await updateDocument(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminDocuments.remove, async (call) => {
    await deleteDocument(call.params.id, actorOf(call))
    return { success: true as const }
  }),
]
