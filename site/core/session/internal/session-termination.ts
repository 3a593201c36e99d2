import type { SessionStore } from '#core/session/session'

interface SessionEndOptions<User> {
  session: SessionStore<User>
  /** Session-storage entry that carries a message to the sign-in page of this tab. */
  sentenceKey: string
  /** Goes to the sign-in page. */
  leave: () => void
}

/** Ends one kind of session in this browser, and passes the reason to the sign-in page. */
export function createSessionTermination<User>({ session, sentenceKey, leave }: SessionEndOptions<User>) {
  let isLeaving = false
  const storeMessage = (sentence: string) => {
    try {
      sessionStorage.setItem(sentenceKey, sentence)
    } catch {}
  }
  // A page restored from the browser's back/forward cache is not leaving any more.
  if (typeof window !== 'undefined') {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) isLeaving = false
    })
  }

  return {
    /** Ends the session in this browser and goes to the sign-in page, which says why. No request is sent. */
    endSession: (sentence: string): void => {
      session.clear()
      // Several calls fail together; only the first one ends the session.
      if (isLeaving) return
      isLeaving = true
      storeMessage(sentence)
      leave()
    },

    /** Stores a message that the sign-in page of this tab shows. */
    storeMessage: storeMessage,

    /** Why the session ended, when it has just ended in this tab. Returned once. */
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
