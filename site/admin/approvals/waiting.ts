import { atom, computed } from 'nanostores'
import { approvals } from '#contract/approvals'
import type { TwoPairsPermission } from '#contract/two-pairs'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { onBrowserMount } from '#core/browser/browser-mount'
import { onPanelEvent } from '#core/live/admin-events'
import { dataOf } from '#core/query/remote'
import { $may } from '#core/session/admin-session'

/** Milliseconds between two fetches while the panel is visible: for a second administrator who comes or goes. */
const INTERVAL_MS = 60_000
/** The page of a list that the server sends at most: more proposals than that have no badge beside their rows. */
const MOST = 500

/** The proposals that wait, for the badges beside the rows that they concern; of a reader who may see none, nothing. */
const { $view, refresh: refreshWaiting } = createAdminQuery(
  ['waiting-approvals'],
  async () => {
    if (!$may.get()('read')) return undefined
    return callAdmin(approvals.list, { query: { state: 'waiting', limit: MOST, sort: 'expires_at' } })
  },
  { revalidateInterval: INTERVAL_MS, revalidateOnFocus: true },
)

export { refreshWaiting }

onBrowserMount($view, () => onPanelEvent(['approvals', 'administrators'], refreshWaiting))

/** The proposal that waits for each row, such as `transaction:7`: the one that expires first. */
export const $waitingFor = computed($view, (view): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const { id, state, concerns } of dataOf(view)?.approvals ?? []) {
    if (state !== 'waiting') continue
    for (const row of concerns) if (!found.has(row)) found.set(row, id)
  }
  return found
})

/** The proposals that wait for a row, such as `screening_list:1`: the one that expires first on top. */
export const proposalsFor = (row: string) =>
  computed($view, (view) =>
    (dataOf(view)?.approvals ?? []).filter(
      ({ state, concerns }) => state === 'waiting' && concerns.includes(row),
    ),
  )

/** How many proposals the reader could approve. */
export const $toDecide = computed(
  $view,
  (view) => dataOf(view)?.approvals.filter(({ can_decide }) => can_decide).length ?? 0,
)

/** The same, and undefined where not all of them were read. */
export const $allToDecide = computed([$view, $toDecide], (view, count) =>
  (dataOf(view)?.pagination.pages ?? 2) > 1 ? undefined : count,
)

/** What the reader changes alone, because no second administrator could approve it. */
export const $restingFor = computed($view, (view) => dataOf(view)?.two_pairs.rests_for ?? [])

/** Whether the rule of two holds for what a permission writes: a second administrator could approve it. */
export const isAwake = (permission: TwoPairsPermission) =>
  computed($view, (view) => {
    const rule = dataOf(view)?.two_pairs
    return rule?.is_on === true && !rule.rests_for.includes(permission)
  })

/** The proposal that was made last in this window; undefined once its message is dismissed. */
export const $proposed = atom<number | undefined>(undefined)

/** Says that a write waits, and shows it beside its row. */
export function announceProposal(id: number): void {
  $proposed.set(id)
  void refreshWaiting()
}

/** The address of a proposal, for links. */
export const approvalLocation = (id: number) => ({ pathname: '/', search: `?d=approvals&item=${id}` })
