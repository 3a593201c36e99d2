import { type ApprovalRequest, approvals } from '#contract/desk/approvals'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { approvalStatuses } from '#shared/enums/approvals'
import { refreshPendingApprovals } from '#site/admin/kit/approvals/pending-approvals.ts'
import { createDetail } from '#site/admin/kit/detail/detail-store.ts'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'

const states = ['', ...approvalStatuses] as const

/** Approval requests, newest first. */
export const approvalList = createAdminList<
  ApprovalRequest,
  'proposed_at' | 'expires_at' | 'action' | 'state',
  { state: typeof states }
>({
  name: 'approvals',
  topics: ['approvals'],
  sorts: ['-proposed_at', 'expires_at', 'action', 'state'],
  filters: { state: states },
  read: async ({ state, ...page }) => {
    const query = { ...page, state: state || undefined }
    const { approvals: rows, pagination } = await callAdminApi(approvals.list, { query })
    return { rows, pagination }
  },
  save: ({ search, state }, options) =>
    downloadAsAdmin(
      approvals.exportCsv,
      { query: { search, state: state || undefined } },
      { ...options, name: 'approvals.csv' },
    ),
})

/** One approval request with all its rows. */
export const approvalDetail = createDetail(
  'approval',
  async (id) => (await callAdminApi(approvals.get, { params: { id: Number(id) } })).approval,
)

/** Refetches everything that shows approval requests. */
export const refreshApprovals = () =>
  Promise.all([approvalList.refresh(), approvalDetail.refresh(), refreshPendingApprovals()])
