import { atom } from 'nanostores'
import { adminPortfolios, type PendingRequest } from '#contract/admin-portfolios'
import { callAdmin, downloadAdminFile } from '#core/admin-api'
import { explainRefusal, RefusedCall } from '#core/problems'
import { createList, emptyPage } from '#site/admin/list/list.ts'
import { createOutcome } from '#site/admin/outcome/outcome.ts'

/** The requests that wait, longest waiting first. */
export const requestList = createList<PendingRequest, 'last_updated' | 'user_name' | 'pending_investments'>({
  name: 'pending-requests',
  sorts: ['last_updated', 'user_name', 'pending_investments'],
  read: async (query) => {
    try {
      const { requests, pagination } = await callAdmin(adminPortfolios.pending, { query })
      return { rows: requests, pagination }
    } catch (error) {
      // Nothing there is nothing waiting.
      if (error instanceof RefusedCall && error.status === 404) return emptyPage
      throw error
    }
  },
  save: (query, options) =>
    downloadAdminFile(adminPortfolios.exportPending, { query }, { ...options, name: 'pending-tokens.csv' }),
})

export type Action = 'approve' | 'reject'

/** Users whose request is being answered, and how. */
export const $answering = atom<ReadonlyMap<number, Action>>(new Map())
/** What is told of the answers. */
export const requestOutcome = createOutcome()

const done: Record<Action, string> = { approve: 'Approved', reject: 'Rejected' }
const failed: Record<Action, string> = {
  approve: 'Failed to approve request',
  reject: 'Failed to reject request',
}

function mark(userId: number, action: Action | undefined): void {
  const next = new Map($answering.get())
  if (action) next.set(userId, action)
  else next.delete(userId)
  $answering.set(next)
}

/** Answers a request as it is on screen. It leaves the list once the server has said yes; then the list is read anew. */
export async function answerRequest(request: PendingRequest, action: Action): Promise<void> {
  const { user_id: id, user_name: name, pending_investments: symbol, updated_at } = request
  if ($answering.get().has(id)) return
  mark(id, action)
  try {
    await callAdmin(adminPortfolios.decide, { params: { id }, body: { action, updated_at } })
    requestOutcome.succeed(`${done[action]} ${symbol} for ${name}. The investor was notified.`)
  } catch (error) {
    // What stands in the way, such as a missing verification, is the server's to say.
    requestOutcome.fail(failed[action], explainRefusal(error, ''))
  } finally {
    // Until then the row still offers both answers.
    await requestList.refresh()
    mark(id, undefined)
  }
}
