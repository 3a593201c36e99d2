import { investorSession } from './session.ts'

const SIGN_IN = '/access/login'
/** Session-storage entry that carries a sentence to the sign-in page of this tab. */
const sentenceKey = 'sessionEnded'

/** The sign-in page, which leads back to `from` afterwards: a path of this site with its query. */
export const signInAddress = (from: string): string => `${SIGN_IN}?next=${encodeURIComponent(from)}`

let isLeaving = false

/** Ends the session in this browser and goes to the sign-in page, which says why. The server is not asked. */
export function endSession(sentence: string): void {
  investorSession.clear()
  // Several calls fail together; the first one has said it.
  if (isLeaving) return
  isLeaving = true
  try {
    sessionStorage.setItem(sentenceKey, sentence)
  } catch {}
  window.location.assign(signInAddress(location.pathname + location.search))
}

/** Why the session ended, when it has just ended in this tab. Told once. */
export function takeEndSentence(): string | undefined {
  try {
    const sentence = sessionStorage.getItem(sentenceKey) ?? undefined
    sessionStorage.removeItem(sentenceKey)
    return sentence
  } catch {
    return undefined
  }
}

// A page that comes back from the browser's history as it was left is not leaving any more.
if (typeof window !== 'undefined') {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isLeaving = false
  })
}
