import { adminVerifications, type ListedVerification } from '#contract/admin-verifications'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { type VerificationState, verificationStates } from '#shared/enums/verifications'
import { createDetail } from '#site/admin/detail/detail.ts'
import { createList } from '#site/admin/list/list.ts'
import type { BadgeTone } from '#ui/Badge'

const states = ['waiting', ...verificationStates, 'all'] as const

interface Chosen {
  state: (typeof states)[number] | undefined
  assigned: string | undefined
}

/** `all` is a word of the screen: without a state in the URL the queue is shown. */
const filtersOf = ({ state, assigned }: Chosen) => ({
  state: state === 'all' ? undefined : state,
  assigned: assigned || undefined,
})

/** Verifications, those that wait longest first. */
export const verificationList = createList<
  ListedVerification,
  'submitted_at' | 'name' | 'state',
  { state: typeof states; assigned: '' }
>({
  name: 'verifications',
  topics: ['verifications', 'users'],
  sorts: ['submitted_at', 'name', 'state'],
  filters: { state: states, assigned: '' },
  read: async ({ state, assigned, ...page }) => {
    const query = { ...page, ...filtersOf({ state, assigned }) }
    const { verifications, pagination } = await callAdmin(adminVerifications.list, { query })
    return { rows: verifications, pagination }
  },
  save: ({ search, state, assigned }, options) =>
    downloadAdminFile(
      adminVerifications.exportCsv,
      { query: { search, ...filtersOf({ state, assigned }) } },
      { ...options, name: 'verifications.csv' },
    ),
})

/** One verification, by the id of its investor. */
export const verificationDetail = createDetail(
  'verification',
  async (id) => (await callAdmin(adminVerifications.read, { params: { user_id: Number(id) } })).verification,
)

/** After a decision: the list and the verification on screen. */
export const refreshVerifications = () =>
  Promise.all([verificationList.refresh(), verificationDetail.refresh()])

export const stateNames: Record<VerificationState, string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  submitted: 'Submitted',
  in_review: 'In review',
  needs_more: 'Asked again',
  verified: 'Verified',
  refused: 'Refused',
  expired: 'Ended',
}

export const stateTones: Record<VerificationState, BadgeTone> = {
  not_started: 'neutral',
  in_progress: 'neutral',
  submitted: 'warn',
  in_review: 'info',
  needs_more: 'neutral',
  verified: 'gain',
  refused: 'loss',
  expired: 'loss',
}
