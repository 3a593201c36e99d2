import { adminPortfolios, type PendingInvestmentRequest } from '#contract/portfolio/admin-portfolios'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { ApiError } from '#core/api/call-errors'
import { createAdminList, emptyPage } from '#site/admin/kit/list/list-store.ts'
import { createToastStore } from '#site/admin/kit/toasts/toast-store.ts'

/** The pending requests, longest waiting first. */
export const investmentRequestList = createAdminList<
  PendingInvestmentRequest,
  'last_updated' | 'user_name' | 'pending_investments'
>({
  name: 'pending-requests',
  topics: ['portfolio', 'users', 'screening'],
  sorts: ['last_updated', 'user_name', 'pending_investments'],
  read: async (query) => {
    try {
      const { requests, pagination } = await callAdminApi(adminPortfolios.listInvestmentRequests, { query })
      return { rows: requests, pagination }
    } catch (error) {
      // A 404 means that no request is pending.
      if (error instanceof ApiError && error.status === 404) return emptyPage
      throw error
    }
  },
  save: (query, options) =>
    downloadAsAdmin(
      adminPortfolios.exportInvestmentRequests,
      { query },
      { ...options, name: 'pending-tokens.csv' },
    ),
})

/** An investor's current request; undefined once it was decided. */
export async function getInvestmentRequest({
  user_id,
  user_email,
}: PendingInvestmentRequest): Promise<PendingInvestmentRequest | undefined> {
  const query = { page: 1, limit: 500, sort: 'last_updated' as const, search: user_email }
  const { requests } = await callAdminApi(adminPortfolios.listInvestmentRequests, { query })
  return requests.find((one) => one.user_id === user_id)
}

export type Action = 'approve' | 'reject'

export interface Decision {
  request: PendingInvestmentRequest
  action: Action
}

/** Toasts for the decisions. */
export const requestToasts = createToastStore()

const done: Record<Action, string> = { approve: 'Approved', reject: 'Rejected' }

/**
 * Decides the request shown on screen. The server checks preconditions such as verification: throws as `callAdminApi`
 * does. The investor sees the reason for a rejection but not for an approval.
 */
export const decideInvestmentRequest = (
  { request: { user_id: id, updated_at }, action }: Decision,
  reason?: string | undefined,
) =>
  callAdminApi(adminPortfolios.decideInvestmentRequest, {
    params: { id },
    body: { action, reason, updated_at },
  })

/** Called after a request was decided and has left the list. */
export async function handleDecided({ request, action }: Decision): Promise<void> {
  await investmentRequestList.refresh()
  const { user_name: name, pending_investments: symbol } = request
  requestToasts.succeed(`${done[action]} ${symbol} for ${name}. The investor has been notified.`)
}
