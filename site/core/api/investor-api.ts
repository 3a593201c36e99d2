import { endSession } from '#core/session/investor-session-termination'
import { investorSession } from '#core/session/session'
import { createSignedInClient } from './internal/signed-in-api.ts'

/** Calls an endpoint as the signed-in investor; see `createSignedInClient`. */
export const { call: callInvestor } = createSignedInClient({
  session: investorSession,
  lock: 'session-renewal',
  endSession,
})
