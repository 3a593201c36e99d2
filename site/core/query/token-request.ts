import { portfolio } from '#contract/portfolio'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { NetworkFailure, RejectedCall } from '#core/api/problems'
import { createForm } from '#core/form/form'
import { investorSession } from '#core/session/session'
import { refreshPortfolio } from './portfolio.ts'
import { type ListedToken, refreshTokens } from './tokens.ts'

type RequestedToken = Pick<ListedToken, 'symbol' | 'name'>

/**
 * Whether the server has the token as the pending investment. The request may have succeeded with only its response
 * lost.
 */
async function isPending({ symbol }: RequestedToken): Promise<boolean> {
  try {
    return (await callInvestor(portfolio.read)).portfolio.pendingInvestments === symbol
  } catch {
    return false
  }
}

async function send(token: RequestedToken): Promise<void> {
  const body = { pending_investments: token.symbol }
  try {
    await callInvestor(portfolio.choose, { body })
  } catch (error) {
    if (!(error instanceof NetworkFailure) || !(await isPending(token))) throw error
  }
}

const explain = (error: unknown): string =>
  explainRejection(error, error instanceof Error ? error.message : 'Unknown error')

/** The browser is then leaving for the sign-in page, which says why. */
const isSessionOver = (error: unknown): boolean => error instanceof RejectedCall && error.status === 401

const form = createForm<RequestedToken, void>({
  initial: { symbol: '', name: '' },
  explain,
  save: async (token) => {
    try {
      await send(token)
    } catch (error) {
      if (!isSessionOver(error)) window.alert(`Failed to save token selection: ${explain(error)}`)
      throw error
    }
  },
})

/** The request to invest in a token that this page has sent, from the choice until its result is dismissed. */
export const $tokenRequest = form.$state

/** Requests to invest in a token; does nothing while a request is in flight. Alerts show failures. */
export async function requestToken({ symbol, name }: RequestedToken): Promise<void> {
  if (form.$state.get().status.name === 'saving') return
  if (!investorSession.read()) {
    window.alert('Please log in to select a token')
    return
  }
  await form.submit({ symbol, name })
  const { status } = form.$state.get()
  if (status.name === 'failed' && isSessionOver(status.error)) return form.reset()
  void refreshPortfolio()
  // The tokens on screen may be out of date, as the request was rejected.
  if (status.name === 'failed') void refreshTokens()
}

/** Clears the choice. A request in flight continues: no other is sent until it has finished. */
export function dismissRequest(): void {
  if (form.$state.get().status.name !== 'saving') form.reset()
}
