import { actorOf } from '#common/actor'
import { adminVerifications } from '#contract/admin-verifications'
import { verification } from '#contract/verification'
import { serveExport } from '#http/export/serve-export'
import { apiHeaders } from '#http/pipeline/responses'
import { serve } from '#http/pipeline/serve'
import { makeStaticFile, sendBytes } from '#http/static/static-file'
import { serveUpload } from '#http/upload/serve-upload'
import { contentDisposition } from '#modules/documents/http-delivery'
import { exportVerifications, listVerifications, readReviewed } from './admin-service.ts'
import { decideVerification } from './decisions.ts'
import { addFile, openEvidence, removeFile } from './files.ts'
import { type EvidenceSeal, sealEvidence } from './sealed-file.ts'
import { readVerification, saveVerification, submitVerification } from './service.ts'

/** An investor's own verification. */
export const verificationRoutes = () => [
  serve(verification.read, async ({ caller }) => ({ verification: await readVerification(caller.id) })),
  serve(verification.save, async ({ caller, body }) => ({
    verification: await saveVerification(caller.id, body),
  })),
  serve(verification.submit, async ({ caller }) => ({ verification: await submitVerification(caller.id) })),
  serveUpload<typeof verification.upload, EvidenceSeal>(
    verification.upload,
    async ({ caller, body }, file, seal) => ({ file: await addFile(caller.id, body.item, file, seal) }),
    (caller) => sealEvidence(caller?.id ?? 0),
  ),
  serve(verification.removeFile, async ({ caller, params }) => {
    await removeFile(caller.id, params.id)
    return { success: true as const }
  }),
]

/** Evidence is never run: neither as a page of this origin nor with scripts. */
const EVIDENCE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Verifications, as the compliance team decides them. */
export const verificationAdmin = () => [
  serve(adminVerifications.list, ({ query }) => listVerifications(query)),
  serveExport(adminVerifications.exportCsv, 'verifications', ({ query }) => exportVerifications(query)),
  serve(adminVerifications.read, async ({ params }) => ({
    verification: await readReviewed(params.user_id),
  })),
  serve(adminVerifications.decide, async (call) => ({
    verification: await decideVerification(call.params.user_id, call.body, actorOf(call)),
  })),
  serve(adminVerifications.file, async (call) => {
    const { params, request, requestId } = call
    const { bytes, type, name } = await openEvidence(params, actorOf(call))
    const headers = {
      ...apiHeaders(requestId),
      'Content-Type': type,
      'Content-Disposition': contentDisposition('attachment', name || 'evidence'),
      'Content-Security-Policy': EVIDENCE_POLICY,
      'Cache-Control': 'no-store',
    }
    return sendBytes(request, makeStaticFile(bytes, { tag: `e${params.id}`, headers }))
  }),
]
