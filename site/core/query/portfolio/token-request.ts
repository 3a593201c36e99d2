import { portfolio } from '#contract/portfolio/portfolio'
import { ApiError, NetworkError } from '#core/api/call-errors'
import { getServerErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { type ListedToken, refreshTokens } from '#core/query/catalog/tokens'
import { investorSession } from '#core/session/session'
import { refreshPortfolio } from './portfolio.ts'

type RequestedToken = Pick<ListedToken, 'symbol' | 'name'>

/**
 * Whether the server has the token as the pending investment. The request may have succeeded with only its response
 * lost.
 */
async function isPending({ symbol }: RequestedToken): Promise<boolean> {
  try {
    return (await callInvestor(portfolio.get)).portfolio.pendingInvestments === symbol
  } catch {
    return false
  }
}

async function send(token: RequestedToken): Promise<void> {
  const body = { pending_investments: token.symbol }
  try {
    await callInvestor(portfolio.requestInvestment, { body })
  } catch (error) {
    if (!(error instanceof NetworkError) || !(await isPending(token))) throw error
  }
}

const explain = (error: unknown): string =>
  getServerErrorMessage(error, error instanceof Error ? error.message : 'Unknown error')

/** The browser is already leaving for the sign-in page, which gives the reason. */
const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401

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

/** The investment request sent by this page, from selection until its result is dismissed. */
export const $tokenRequest = form.$state

/** Requests to invest in a token; does nothing while a request is in flight. Failures are shown as alerts. */
export async function requestInvestment({ symbol, name }: RequestedToken): Promise<void> {
  if (form.$state.get().status.name === 'saving') return
  if (!investorSession.read()) {
    window.alert('Please log in to select a token')
    return
  }
  await form.submit({ symbol, name })
  const { status } = form.$state.get()
  if (status.name === 'failed' && isSessionOver(status.error)) return form.reset()
  void refreshPortfolio()
  // The tokens on screen may be outdated because the request was rejected.
  if (status.name === 'failed') void refreshTokens()
}

/** Clears the selection. A request in flight continues, and no other is sent until it has finished. */
export function dismissRequest(): void {
  if (form.$state.get().status.name !== 'saving') form.reset()
}
