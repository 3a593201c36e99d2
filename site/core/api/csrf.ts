import { session } from '#contract/session'
import { callInvestor } from './investor-api.ts'
import { RejectedCall } from './problems.ts'

let cached: string | undefined

async function readToken(): Promise<string> {
  cached ??= (await callInvestor(session.csrfToken)).csrf_token
  return cached
}

/**
 * Calls `send` with a CSRF token. The token is fetched when none is cached; one that is rejected, because it is old
 * or belongs to an ended session, is replaced and the call repeated once.
 */
export async function withCsrfToken<Answer>(send: (csrfToken: string) => Promise<Answer>): Promise<Answer> {
  const token = await readToken()
  try {
    return await send(token)
  } catch (error) {
    if (!(error instanceof RejectedCall) || error.code !== 'csrf') throw error
    // Another call may have fetched a new one in the meantime.
    if (cached === token) cached = undefined
    return await send(await readToken())
  }
}
