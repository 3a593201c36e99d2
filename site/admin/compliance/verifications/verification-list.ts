import { adminVerifications, type VerificationListItem } from '#contract/compliance/admin-verifications'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { type VerificationStatus, verificationStatuses } from '#shared/enums/verifications'
import { createDetail } from '#site/admin/kit/detail/detail-store.ts'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'
import type { BadgeTone } from '#ui/Badge'

const states = ['waiting', ...verificationStatuses, 'all'] as const

interface Chosen {
  state: (typeof states)[number] | undefined
  assigned: string | undefined
}

/** `all` exists only in this view: without a state in the URL, the queue is shown. */
const filtersOf = ({ state, assigned }: Chosen) => ({
  state: state === 'all' ? undefined : state,
  assigned: assigned || undefined,
})

/** Verifications, longest pending first. */
export const verificationList = createAdminList<
  VerificationListItem,
  'submitted_at' | 'name' | 'state',
  { state: typeof states; assigned: '' }
>({
  name: 'verifications',
  topics: ['verifications', 'users'],
  sorts: ['submitted_at', 'name', 'state'],
  filters: { state: states, assigned: '' },
  read: async ({ state, assigned, ...page }) => {
    const query = { ...page, ...filtersOf({ state, assigned }) }
    const { verifications, pagination } = await callAdminApi(adminVerifications.list, { query })
    return { rows: verifications, pagination }
  },
  save: ({ search, state, assigned }, options) =>
    downloadAsAdmin(
      adminVerifications.exportCsv,
      { query: { search, ...filtersOf({ state, assigned }) } },
      { ...options, name: 'verifications.csv' },
    ),
})

/** One verification, by its investor's id. */
export const verificationDetail = createDetail(
  'verification',
  async (id) =>
    (await callAdminApi(adminVerifications.get, { params: { user_id: Number(id) } })).verification,
)

/** After a decision, refetches the list and the open verification. */
export const refreshVerifications = () =>
  Promise.all([verificationList.refresh(), verificationDetail.refresh()])

export const verificationStatusLabels: Record<VerificationStatus, string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  submitted: 'Submitted',
  in_review: 'In review',
  needs_more: 'More information needed',
  verified: 'Verified',
  refused: 'Rejected',
  expired: 'Expired',
}

export const verificationStatusTones: Record<VerificationStatus, BadgeTone> = {
  not_started: 'neutral',
  in_progress: 'neutral',
  submitted: 'warn',
  in_review: 'info',
  needs_more: 'neutral',
  verified: 'gain',
  refused: 'loss',
  expired: 'loss',
}
