import { createSessionTermination } from './internal/session-termination.ts'
import { investorSession } from './session.ts'

/** The sign-in page, which returns to `from` afterwards: a path of this site with its query. */
export const signInAddress = (from: string): string => `/access/login?next=${encodeURIComponent(from)}`

/** How an investor's session ends in this browser. */
export const { endSession, storeMessage, takeMessage } = createSessionTermination({
  session: investorSession,
  sentenceKey: 'sessionEnded',
  leave: () => window.location.assign(signInAddress(location.pathname + location.search)),
})
