import { atom } from 'nanostores'
import { portfolio } from '#contract/portfolio'
import { withCsrfToken } from './csrf.ts'
import { callInvestor } from './investor-api.ts'
import { refreshPortfolio } from './portfolio.ts'
import { explainRefusal, RefusedCall } from './problems.ts'
import { investorSession } from './session.ts'
import type { ListedToken } from './tokens.ts'

type RequestedToken = Pick<ListedToken, 'symbol' | 'name'>

/** The request to invest in a token, from the choice until what came of it is put away. */
export type TokenRequest =
  | { status: 'none' }
  /** `again` after a failure, out of the dialog that told of it. */
  | { status: 'saving'; token: RequestedToken; again: boolean }
  | { status: 'saved'; token: RequestedToken }
  | { status: 'failed'; token: RequestedToken; reason: string }

/** What the investor has asked for in this page, and what came of it. */
export const $tokenRequest = atom<TokenRequest>({ status: 'none' })

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
    const body = { pending_investments: token.symbol }
    await withCsrfToken((csrfToken) => callInvestor(portfolio.choose, { body }, { csrfToken }))
    $tokenRequest.set({ status: 'saved', token })
    refreshPortfolio()
  } catch (error) {
    // The browser is on its way to the sign-in page, which says why.
    if (isOver(error)) return $tokenRequest.set({ status: 'none' })
    const reason = explainRefusal(error, error instanceof Error ? error.message : 'Unknown error')
    window.alert(`Failed to save token selection: ${reason}`)
    $tokenRequest.set({ status: 'failed', token, reason })
  }
}

/** Clears the selection. */
export const dismissRequest = () => $tokenRequest.set({ status: 'none' })
