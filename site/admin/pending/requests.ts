import { adminPortfolios, type PendingRequest } from '#contract/admin-portfolios'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { RejectedCall } from '#core/api/problems'
import { createList, emptyPage } from '#site/admin/list/list.ts'
import { createToastStore } from '#site/admin/toast/toast-store.ts'

/** The pending requests, longest waiting first. */
export const requestList = createList<PendingRequest, 'last_updated' | 'user_name' | 'pending_investments'>({
  name: 'pending-requests',
  topics: ['portfolio', 'users', 'screening'],
  sorts: ['last_updated', 'user_name', 'pending_investments'],
  read: async (query) => {
    try {
      const { requests, pagination } = await callAdmin(adminPortfolios.pending, { query })
      return { rows: requests, pagination }
    } catch (error) {
      // A 404 means that no request is pending.
      if (error instanceof RejectedCall && error.status === 404) return emptyPage
      throw error
    }
  },
  save: (query, options) =>
    downloadAdminFile(adminPortfolios.exportPending, { query }, { ...options, name: 'pending-tokens.csv' }),
})

/** The request of an investor as it is now; undefined once it was decided. */
export async function readRequest({
  user_id,
  user_email,
}: PendingRequest): Promise<PendingRequest | undefined> {
  const query = { page: 1, limit: 500, sort: 'last_updated' as const, search: user_email }
  const { requests } = await callAdmin(adminPortfolios.pending, { query })
  return requests.find((one) => one.user_id === user_id)
}

export type Action = 'approve' | 'reject'

export interface Decision {
  request: PendingRequest
  action: Action
}

/** Toasts about the decisions. */
export const requestOutcome = createToastStore()

const done: Record<Action, string> = { approve: 'Approved', reject: 'Rejected' }

/**
 * Decides a request as it is on screen. The server checks the preconditions, such as verification: throws as
 * `callAdmin` does. The investor reads the reason of a rejection, and not that of an approval.
 */
export const decideRequest = (
  { request: { user_id: id, updated_at }, action }: Decision,
  reason?: string | undefined,
) => callAdmin(adminPortfolios.decide, { params: { id }, body: { action, reason, updated_at } })

/** Called after a request was decided: it has left the list. */
export async function showDecision({ request, action }: Decision): Promise<void> {
  await requestList.refresh()
  const { user_name: name, pending_investments: symbol } = request
  requestOutcome.succeed(`${done[action]} ${symbol} for ${name}. The investor was notified.`)
}
