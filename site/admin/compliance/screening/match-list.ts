import { atom } from 'nanostores'
import {
  adminScreening,
  type ScreeningMatch,
  type WatchlistStatus,
} from '#contract/compliance/admin-screening'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import type { FormVersion, RowFormOptions } from '#core/form/row-form'
import { matchStatuses } from '#shared/enums/screening'
import { createRowApprovals, isDualApprovalActive } from '#site/admin/kit/approvals/pending-approvals.ts'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'

const states = ['', ...matchStatuses] as const

/** The watchlist in use, as last loaded. */
export const $screening = atom<WatchlistStatus | undefined>()

/** Watchlists awaiting a second administrator's approval. */
export const $pendingWatchlists = createRowApprovals('screening_list:1')

/** Whether a new watchlist needs a second administrator. */
export const $isVerificationApprovalActive = isDualApprovalActive('verify')

/** The matches: open ones by score, then decided ones. */
export const matchList = createAdminList<
  ScreeningMatch,
  'urgency' | 'created_at' | 'score' | 'user_name',
  { state: typeof states; user: '' }
>({
  name: 'screening',
  topics: ['screening', 'approvals'],
  sorts: ['-urgency', 'created_at', 'score', 'user_name'],
  filters: { state: states, user: '' },
  read: async ({ state, user, ...page }) => {
    const query = { ...page, state: state || undefined, user: parseUserId(user ?? '') }
    const { hits, pagination, screening } = await callAdminApi(adminScreening.listMatches, { query })
    $screening.set(screening)
    return { rows: hits, pagination }
  },
  save: ({ search, state, user }, options) =>
    downloadAsAdmin(
      adminScreening.exportCsv,
      { query: { search, state: state || undefined, user: parseUserId(user ?? '') } },
      { ...options, name: 'screening-matches.csv' },
    ),
})

export type DecisionValues = { decision: string; reason: string }
export const decisionLabels = { decision: 'Decision', reason: 'Reason' }

const versionOf = ({ state, reason, updated_at }: ScreeningMatch): FormVersion<DecisionValues> => ({
  values: { decision: state === 'open' ? '' : state, reason },
  updatedAt: updated_at,
})

/** The form in which a match is decided. */
export const createDecisionForm = (hit: ScreeningMatch): RowFormOptions<DecisionValues, ScreeningMatch> => ({
  initial: versionOf(hit),
  check: ({ decision, reason }) => ({
    ...(decision === '' && { decision: 'Select a decision' }),
    ...(reason.trim() === '' && { reason: 'Enter a reason' }),
  }),
  failure: 'Failed to save the decision: {reason}',
  save: async ({ decision, reason }, { updatedAt }) =>
    (
      await callAdminApi(adminScreening.decideMatch, {
        params: { id: hit.id },
        body: { decision: decision === 'match' ? 'match' : 'no_match', reason, updated_at: updatedAt },
      })
    ).hit,
  readLastChange: getLastChange({ entity: 'screening_hit', id: hit.id }),
  reread: async () => {
    const query = { page: 1, limit: 500, sort: '-created_at' as const, user: hit.user_id }
    const now = (await callAdminApi(adminScreening.listMatches, { query })).hits.find(
      ({ id }) => id === hit.id,
    )
    return now && versionOf(now)
  },
})
