import { toActor } from '#common/audit-actor'
import { adminVerifications } from '#contract/compliance/admin-verifications'
import { verification } from '#contract/compliance/verification'
import { hasPermission } from '#contract/permissions'
import { serveExport } from '#http/export/serve-export'
import { getApiHeaders } from '#http/pipeline/responses'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { createStaticFile, sendFile } from '#http/static/static-file'
import { serveUpload } from '#http/upload/serve-upload'
import { contentDisposition } from '#modules/catalog/documents/upload-response'
import { exportVerifications, getVerificationReview, listVerifications } from './admin-service.ts'
import { createEvidenceEncryption, type EvidenceEncryption } from './encrypted-file.ts'
import { addEvidenceFile, decryptEvidence, deleteEvidenceFile } from './evidence-files.ts'
import { getVerification, saveVerification, submitVerification } from './service.ts'
import { decideVerification } from './verification-decisions.ts'

/** An investor's own verification. */
export const verificationRoutes = () => [
  serveEndpoint(verification.get, async ({ caller }) => ({
    verification: await getVerification(caller.id),
  })),
  serveEndpoint(verification.save, async ({ caller, body }) => ({
    verification: await saveVerification(caller.id, body),
  })),
  serveEndpoint(verification.submit, async ({ caller }) => ({
    verification: await submitVerification(caller.id),
  })),
  serveUpload<typeof verification.upload, EvidenceEncryption>(
    verification.upload,
    async ({ caller, body }, file, seal) => ({
      file: await addEvidenceFile(caller.id, body.item, file, seal),
    }),
    (caller) => createEvidenceEncryption(caller?.id ?? 0),
  ),
  serveEndpoint(verification.removeFile, async ({ caller, params }) => {
    await deleteEvidenceFile(caller.id, params.id)
    return { success: true as const }
  }),
]

/** Evidence is never executed: neither as a page of this origin nor with scripts. */
const EVIDENCE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Verifications, as decided by the compliance team. */
export const verificationAdmin = () => [
  serveEndpoint(adminVerifications.list, ({ query }) => listVerifications(query)),
  serveExport(adminVerifications.exportCsv, 'verifications', ({ query }) => exportVerifications(query)),
  serveEndpoint(adminVerifications.get, async ({ params, caller }) => ({
    verification: await getVerificationReview(params.user_id, {
      mayReadMatches: hasPermission(caller.adminRoles, 'audit'),
    }),
  })),
  serveEndpoint(adminVerifications.decide, async (call) => ({
    verification: await decideVerification(call.params.user_id, call.body, toActor(call)),
  })),
  serveEndpoint(adminVerifications.openEvidence, async (call) => {
    const { params, request, requestId } = call
    const { bytes, type, name } = await decryptEvidence(params, toActor(call))
    const headers = {
      ...getApiHeaders(requestId),
      'Content-Type': type,
      'Content-Disposition': contentDisposition('attachment', name || 'evidence'),
      'Content-Security-Policy': EVIDENCE_POLICY,
      'Cache-Control': 'no-store',
    }
    return sendFile(request, createStaticFile(bytes, { tag: `e${params.id}`, headers }))
  }),
]
