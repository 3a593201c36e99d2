import { Elysia } from 'elysia'
import { adminDocuments } from '#contract/admin-documents'
import { actorOf } from '#plugins/actor'
import { apiHeaders } from '#plugins/answers'
import { serve } from '#plugins/serve'
import { serveExport } from '#plugins/serve-export'
import { serveUpload } from '#plugins/serve-upload'
import { makeStaticFile, sendBytes } from '#plugins/static-file'
import {
  createDocument,
  deleteDocument,
  exportDocuments,
  listDocuments,
  openDocument,
  updateDocument,
} from './admin-service.ts'
import { contentDisposition } from './delivery.ts'

/** Uploading, publishing and deleting documents. */
export const documentAdmin = () =>
  new Elysia({ name: 'document-admin' })
    .use(serve(adminDocuments.list, ({ query }) => listDocuments(query)))
    .use(serveExport(adminDocuments.exportCsv, 'documents', ({ query }) => exportDocuments(query)))
    .use(
      serveUpload(adminDocuments.upload, async (call, file) => ({
        document: await createDocument(file, call.body.is_public === 'true', actorOf(call)),
      })),
    )
    .use(
      serve(adminDocuments.file, async ({ params, request, requestId }) => {
        const { document, body } = await openDocument(params.id)
        const headers = {
          ...apiHeaders(requestId),
          // To be saved, never shown: it is not for this origin to run.
          'Content-Type': adminDocuments.file.answer.raw,
          'Content-Disposition': contentDisposition('attachment', document.original_name),
          'Cache-Control': 'no-store',
        }
        return sendBytes(request, makeStaticFile(body, { tag: `d${document.id}`, headers }))
      }),
    )
    .use(
      serve(adminDocuments.update, async (call) => ({
        document: await updateDocument(call.params.id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminDocuments.remove, async (call) => {
        await deleteDocument(call.params.id, actorOf(call))
        return { success: true as const }
      }),
    )
