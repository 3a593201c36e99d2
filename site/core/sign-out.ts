import { addressOf } from '#contract/call'
import { session } from '#contract/session'
import { describeRequest } from './request.ts'
import { investorSession } from './session.ts'

/** Milliseconds that leaving waits for the server to have heard of it. */
const PATIENCE_MS = 2_000

/** Tells the server, which need not answer: the request outlives the page. */
async function tellServer(token: string, refreshToken: string): Promise<void> {
  const body = refreshToken ? { refresh_token: refreshToken } : {}
  const request = describeRequest(session.signOut, body, {})
  request.headers.set('authorization', `Bearer ${token}`)
  const signal = AbortSignal.timeout(PATIENCE_MS)
  await fetch(addressOf(session.signOut), { ...request, signal, keepalive: true }).catch(() => undefined)
}

/**
 * Ends the investor's session in this browser, in all its tabs, and goes to the home page.
 * Whatever else signing out does may fail: the local session is gone all the same.
 */
export async function signOut(): Promise<void> {
  const held = investorSession.read()
  investorSession.clear()
  if (held) await tellServer(held.token, held.refreshToken)
  window.location.assign('/')
}
