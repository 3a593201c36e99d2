import { session } from '#contract/session'
import { callInvestor } from './investor-api.ts'
import { RefusedCall } from './problems.ts'

let held: string | undefined

async function readToken(): Promise<string> {
  held ??= (await callInvestor(session.csrfToken)).csrf_token
  return held
}

/**
 * Sends what needs a CSRF token. One is fetched when none is held; a token that is refused, because it is
 * old or belongs to an ended session, is replaced and the call repeated, once.
 */
export async function withCsrfToken<Answer>(send: (csrfToken: string) => Promise<Answer>): Promise<Answer> {
  const token = await readToken()
  try {
    return await send(token)
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.code !== 'csrf') throw error
    // Another call may have fetched a new one meanwhile.
    if (held === token) held = undefined
    return await send(await readToken())
  }
}
