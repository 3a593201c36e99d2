import { type Approval, approvals } from '#contract/approvals'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { approvalStates } from '#shared/enums/approvals'
import { createDetail } from '#site/admin/detail/detail.ts'
import { createList } from '#site/admin/list/list.ts'
import { refreshWaiting } from './waiting.ts'

const states = ['', ...approvalStates] as const

/** Proposals, newest first. */
export const approvalList = createList<
  Approval,
  'proposed_at' | 'expires_at' | 'action' | 'state',
  { state: typeof states }
>({
  name: 'approvals',
  topics: ['approvals'],
  sorts: ['-proposed_at', 'expires_at', 'action', 'state'],
  filters: { state: states },
  read: async ({ state, ...page }) => {
    const query = { ...page, state: state || undefined }
    const { approvals: rows, pagination } = await callAdmin(approvals.list, { query })
    return { rows, pagination }
  },
  save: ({ search, state }, options) =>
    downloadAdminFile(
      approvals.exportCsv,
      { query: { search, state: state || undefined } },
      { ...options, name: 'approvals.csv' },
    ),
})

/** One proposal with all its rows. */
export const approvalDetail = createDetail(
  'approval',
  async (id) => (await callAdmin(approvals.read, { params: { id: Number(id) } })).approval,
)

/** Fetches everything that shows proposals again. */
export const refreshApprovals = () =>
  Promise.all([approvalList.refresh(), approvalDetail.refresh(), refreshWaiting()])
