import { atom } from 'nanostores'
import { portfolio } from '#contract/portfolio'
import { withCsrfToken } from '#core/api/csrf'
import { callInvestor } from '#core/api/investor-api'
import { explainRefusal, NetworkFailure, RefusedCall } from '#core/api/problems'
import { investorSession } from '#core/session/session'
import { refreshPortfolio } from './portfolio.ts'
import { type ListedToken, refreshTokens } from './tokens.ts'

type RequestedToken = Pick<ListedToken, 'symbol' | 'name'>

/** The request to invest in a token, from the choice until what came of it is put away. */
export type TokenRequest =
  | { status: 'none' }
  /** `again` after a failure, out of the dialog that told of it. */
  | { status: 'saving'; token: RequestedToken; again: boolean }
  | { status: 'saved'; token: RequestedToken }
  /** Without an answer it is not known whether the request arrived. */
  | { status: 'failed'; token: RequestedToken; reason: string; isAnswered: boolean }

/** What the investor has asked for in this page, and what came of it. */
export const $tokenRequest = atom<TokenRequest>({ status: 'none' })

/**
 * Whether the server holds the token as what the investor asks for. The answer to the request may be the only thing
 * that was lost.
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
    await withCsrfToken((csrfToken) => callInvestor(portfolio.choose, { body }, { csrfToken }))
  } catch (error) {
    if (!(error instanceof NetworkFailure) || !(await isPending(token))) throw error
  }
}

const isOver = (error: unknown): boolean => error instanceof RefusedCall && error.status === 401

/** Asks to invest in a token; does nothing while a request is on its way. Alerts tell of failures. */
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
    // The browser is on its way to the sign-in page, which says why.
    if (isOver(error)) return $tokenRequest.set({ status: 'none' })
    const reason = explainRefusal(error, error instanceof Error ? error.message : 'Unknown error')
    window.alert(`Failed to save token selection: ${reason}`)
    $tokenRequest.set({ status: 'failed', token, reason, isAnswered: !(error instanceof NetworkFailure) })
    // What is shown behind, and what can be chosen, may be older than the refusal.
    void refreshPortfolio()
    void refreshTokens()
  }
}

/** Clears the selection. One that is on its way goes on, out of sight: no other is sent until it is answered. */
export function dismissRequest(): void {
  const request = $tokenRequest.get()
  $tokenRequest.set(request.status === 'saving' ? { ...request, again: false } : { status: 'none' })
}
