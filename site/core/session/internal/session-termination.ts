import type { SessionStore } from '#core/session/session'

interface SessionEndOptions<User> {
  session: SessionStore<User>
  /** Session-storage entry that passes a message to this tab's sign-in page. */
  sentenceKey: string
  /** Goes to the sign-in page. */
  leave: () => void
}

/** Ends one kind of session in this browser and passes the reason to the sign-in page. */
export function createSessionTermination<User>({ session, sentenceKey, leave }: SessionEndOptions<User>) {
  let isLeaving = false
  const storeMessage = (sentence: string) => {
    try {
      sessionStorage.setItem(sentenceKey, sentence)
    } catch {}
  }
  // A page restored from the back/forward cache is no longer being left.
  if (typeof window !== 'undefined') {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) isLeaving = false
    })
  }

  return {
    /** Ends the session in this browser and goes to the sign-in page, which shows the reason. No request is sent. */
    endSession: (sentence: string): void => {
      session.clear()
      // Several calls fail together; only the first ends the session.
      if (isLeaving) return
      isLeaving = true
      storeMessage(sentence)
      leave()
    },

    /** Stores a message for this tab's sign-in page. */
    storeMessage: storeMessage,

    /** Why the session just ended in this tab. Returned once. */
    takeMessage: (): string | undefined => {
      try {
        const sentence = sessionStorage.getItem(sentenceKey) ?? undefined
        sessionStorage.removeItem(sentenceKey)
        return sentence
      } catch {
        return undefined
      }
    },
  }
}
