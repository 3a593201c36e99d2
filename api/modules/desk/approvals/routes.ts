import { toActor } from '#common/audit-actor'
import { approvals } from '#contract/desk/approvals'
import { serveExport } from '#http/export/serve-export'
import { executeApprovedCall, getCallPermission } from '#http/pipeline/approval-gate'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { decideApproval } from './approval-decisions.ts'
import { exportApprovals, getApprovalDetail, getApprovalFile, listApprovals } from './approval-list.ts'

/** Approval requests. */
export const approvalAdmin = () => [
  serveEndpoint(approvals.list, ({ query, caller }) => listApprovals(query, caller)),
  serveExport(approvals.exportCsv, 'approvals', ({ query, caller }) => exportApprovals(query, caller)),
  serveEndpoint(approvals.get, async ({ params, caller }) => ({
    approval: await getApprovalDetail(params.id, caller),
  })),
  serveEndpoint(approvals.download, async ({ params, caller }) => {
    const { body } = await getApprovalFile(params.id, caller)
    return new Response(body instanceof Blob || body instanceof Uint8Array ? body : body.stream(), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="approval-request.pdf"',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  }),
  serveEndpoint(approvals.decide, (call) =>
    decideApproval(
      call.params.id,
      call.body,
      { caller: call.caller, actor: toActor(call) },
      {
        getPermission: getCallPermission,
        execute: (name, input, store) => executeApprovedCall(name, input, call, store),
      },
    ),
  ),
]
