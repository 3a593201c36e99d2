import { atom, computed } from 'nanostores'
import type { ApprovalRulePermission } from '#contract/approval-rule'
import { approvals } from '#contract/desk/approvals'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { onBrowserMount } from '#core/browser/browser-mount'
import { onAdminEvent } from '#core/events/admin-event-stream'
import { getData } from '#core/query/remote'
import { $may } from '#core/session/admin-session'

/**
 * Milliseconds between two fetches while the panel is visible, to notice when a second administrator becomes available
 * or leaves.
 */
const INTERVAL_MS = 60_000
/** The server's maximum page size; requests beyond it have no badge beside their rows. */
const MOST = 500

/** Pending approval requests, for the badges beside the rows concerned; empty for a reader who may not see any. */
const { $view, refresh: refreshPendingApprovals } = createAdminQuery(
  ['waiting-approvals'],
  async () => {
    if (!$may.get()('read')) return undefined
    return callAdminApi(approvals.list, { query: { state: 'waiting', limit: MOST, sort: 'expires_at' } })
  },
  { revalidateInterval: INTERVAL_MS, revalidateOnFocus: true },
)

export { refreshPendingApprovals }

onBrowserMount($view, () => onAdminEvent(['approvals', 'administrators'], refreshPendingApprovals))

/**
 * The pending approval request for each row, such as `transaction:7`; if there are several, the one that expires first.
 */
export const $pendingApprovalByRow = computed($view, (view): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const { id, state, concerns } of getData(view)?.approvals ?? []) {
    if (state !== 'waiting') continue
    for (const row of concerns) if (!found.has(row)) found.set(row, id)
  }
  return found
})

/** The pending approval requests for a row, such as `screening_list:1`, the first to expire on top. */
export const createRowApprovals = (row: string) =>
  computed($view, (view) =>
    (getData(view)?.approvals ?? []).filter(
      ({ state, concerns }) => state === 'waiting' && concerns.includes(row),
    ),
  )

/** The number of requests the reader could approve. */
export const $decidableCount = computed(
  $view,
  (view) => getData(view)?.approvals.filter(({ can_decide }) => can_decide).length ?? 0,
)

/** The same, but undefined if not all requests were loaded. */
export const $exactDecidableCount = computed([$view, $decidableCount], (view, count) =>
  (getData(view)?.pagination.pages ?? 2) > 1 ? undefined : count,
)

/** The changes the reader makes alone because no second administrator could approve them. */
export const $inactivePermissions = computed($view, (view) => getData(view)?.two_pairs.rests_for ?? [])

/** Whether dual approval applies to writes with a permission, that is, a second administrator could approve them. */
export const isDualApprovalActive = (permission: ApprovalRulePermission) =>
  computed($view, (view) => {
    const rule = getData(view)?.two_pairs
    return rule?.is_on === true && !rule.rests_for.includes(permission)
  })

/** The latest approval request made in this window; undefined once its message is dismissed. */
export const $lastApprovalRequestId = atom<number | undefined>(undefined)

/** Announces that a write awaits approval and shows it beside its row. */
export function announceApprovalRequest(id: number): void {
  $lastApprovalRequestId.set(id)
  void refreshPendingApprovals()
}

/** The URL of an approval request. */
export const getApprovalLocation = (id: number) => ({ pathname: '/', search: `?d=approvals&item=${id}` })
