import { atom } from 'nanostores'
import { adminScreening, type ScreeningHit, type ScreeningState } from '#contract/admin-screening'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import type { RowFormOptions, Version } from '#core/form/row-form'
import { hitStates } from '#shared/enums/screening'
import { isAwake, proposalsFor } from '#site/admin/approvals/waiting.ts'
import { readLastChange } from '#site/admin/form/last-change.ts'
import { createList } from '#site/admin/list/list.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'

const states = ['', ...hitStates] as const

/** What investors are screened against, as the list was read last. */
export const $screening = atom<ScreeningState | undefined>()

/** Lists that wait for a second administrator. */
export const $proposedLists = proposalsFor('screening_list:1')

/** Whether a new list needs a second administrator. */
export const $isVerifyingAwake = isAwake('verify')

/** The hits: those that wait by their score, then those that are decided. */
export const hitList = createList<
  ScreeningHit,
  'urgency' | 'created_at' | 'score' | 'user_name',
  { state: typeof states; user: '' }
>({
  name: 'screening',
  topics: ['screening', 'approvals'],
  sorts: ['-urgency', 'created_at', 'score', 'user_name'],
  filters: { state: states, user: '' },
  read: async ({ state, user, ...page }) => {
    const query = { ...page, state: state || undefined, user: readUserId(user ?? '') }
    const { hits, pagination, screening } = await callAdmin(adminScreening.hits, { query })
    $screening.set(screening)
    return { rows: hits, pagination }
  },
  save: ({ search, state, user }, options) =>
    downloadAdminFile(
      adminScreening.exportCsv,
      { query: { search, state: state || undefined, user: readUserId(user ?? '') } },
      { ...options, name: 'screening-hits.csv' },
    ),
})

export type DecisionValues = { decision: string; reason: string }
export const decisionLabels = { decision: 'Decision', reason: 'Reason' }

const versionOf = ({ state, reason, updated_at }: ScreeningHit): Version<DecisionValues> => ({
  values: { decision: state === 'open' ? '' : state, reason },
  updatedAt: updated_at,
})

/** The form in which a hit is decided. */
export const decisionForm = (hit: ScreeningHit): RowFormOptions<DecisionValues, ScreeningHit> => ({
  initial: versionOf(hit),
  check: ({ decision, reason }) => ({
    ...(decision === '' && { decision: 'Choose a decision' }),
    ...(reason.trim() === '' && { reason: 'Say why' }),
  }),
  failure: 'Failed to store the decision: {reason}',
  save: async ({ decision, reason }, { updatedAt }) =>
    (
      await callAdmin(adminScreening.decide, {
        params: { id: hit.id },
        body: { decision: decision === 'match' ? 'match' : 'no_match', reason, updated_at: updatedAt },
      })
    ).hit,
  readLastChange: readLastChange({ entity: 'screening_hit', id: hit.id }),
  reread: async () => {
    const query = { page: 1, limit: 500, sort: '-created_at' as const, user: hit.user_id }
    const now = (await callAdmin(adminScreening.hits, { query })).hits.find(({ id }) => id === hit.id)
    return now && versionOf(now)
  },
})
