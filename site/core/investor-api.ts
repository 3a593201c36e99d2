import { endSession } from './investor-session-end.ts'
import { investorSession } from './session.ts'
import { createSignedInClient } from './signed-in-api.ts'

/** Calls an endpoint as the signed-in investor; see `createSignedInClient`. */
export const callInvestor = createSignedInClient({
  session: investorSession,
  lock: 'session-renewal',
  endSession,
})
