import { createSessionTermination } from './internal/session-termination.ts'
import { investorSession } from './session.ts'

/** The sign-in page, which afterwards returns to `from`: a path of this site with its query. */
export const getSignInUrl = (from: string): string => `/access/login?next=${encodeURIComponent(from)}`

/** How an investor's session ends in this browser. */
export const { endSession, storeMessage, takeMessage } = createSessionTermination({
  session: investorSession,
  sentenceKey: 'sessionEnded',
  leave: () => window.location.assign(getSignInUrl(location.pathname + location.search)),
})
