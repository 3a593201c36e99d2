import { atom } from 'nanostores'
import { portfolio } from '#contract/portfolio'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { NetworkFailure, RejectedCall } from '#core/api/problems'
import { investorSession } from '#core/session/session'
import { refreshPortfolio } from './portfolio.ts'
import { type ListedToken, refreshTokens } from './tokens.ts'

type RequestedToken = Pick<ListedToken, 'symbol' | 'name'>

/** The request to invest in a token, from the choice until its result is dismissed. */
export type TokenRequest =
  | { status: 'none' }
  /** `again` for a repeat from the dialog that showed the failure. */
  | { status: 'saving'; token: RequestedToken; again: boolean }
  | { status: 'saved'; token: RequestedToken }
  /** Without a response it is unknown whether the request arrived. */
  | { status: 'failed'; token: RequestedToken; reason: string; hasResponse: boolean }

/** The request that the investor has sent in this page, and its result. */
export const $tokenRequest = atom<TokenRequest>({ status: 'none' })

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

const isOver = (error: unknown): boolean => error instanceof RejectedCall && error.status === 401

/** Requests to invest in a token; does nothing while a request is in flight. Alerts show failures. */
export async function requestToken(token: RequestedToken): Promise<void> {
  const { status } = $tokenRequest.get()
  if (status === 'saving') return
  if (!investorSession.read()) {
    window.alert('Please log in to select a token')
    return
  }
  $tokenRequest.set({ status: 'saving', token, again: status === 'failed' })
  try {
    await send(token)
    $tokenRequest.set({ status: 'saved', token })
    void refreshPortfolio()
  } catch (error) {
    // The browser is leaving for the sign-in page, which says why.
    if (isOver(error)) return $tokenRequest.set({ status: 'none' })
    const reason = explainRejection(error, error instanceof Error ? error.message : 'Unknown error')
    window.alert(`Failed to save token selection: ${reason}`)
    $tokenRequest.set({ status: 'failed', token, reason, hasResponse: !(error instanceof NetworkFailure) })
    // The portfolio and the tokens on screen may be out of date, as the request was rejected.
    void refreshPortfolio()
    void refreshTokens()
  }
}

/** Clears the selection. A request in flight continues in the background: no other is sent until it has finished. */
export function dismissRequest(): void {
  const request = $tokenRequest.get()
  $tokenRequest.set(request.status === 'saving' ? { ...request, again: false } : { status: 'none' })
}
