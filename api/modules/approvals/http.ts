import { actorOf } from '#common/actor'
import { approvals } from '#contract/approvals'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { makeProposedCall } from '#http/pipeline/two-pairs'
import { decideApproval } from './decisions.ts'
import { exportApprovals, listApprovals, readApprovalDetail, readApprovalFile } from './listing.ts'

/** Proposals that need a second administrator. */
export const approvalAdmin = () => [
  serve(approvals.list, ({ query, caller }) => listApprovals(query, caller)),
  serveExport(approvals.exportCsv, 'approvals', ({ query, caller }) => exportApprovals(query, caller)),
  serve(approvals.read, async ({ params, caller }) => ({
    approval: await readApprovalDetail(params.id, caller),
  })),
  serve(approvals.file, async ({ params, caller }) => {
    const { body } = await readApprovalFile(params.id, caller)
    return new Response(body instanceof Blob || body instanceof Uint8Array ? body : body.stream(), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="proposed.pdf"',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  }),
  serve(approvals.decide, (call) =>
    decideApproval(
      call.params.id,
      call.body,
      { caller: call.caller, actor: actorOf(call) },
      (name, input, store) => makeProposedCall(name, input, call, store),
    ),
  ),
]
