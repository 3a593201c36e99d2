import type { SessionStore } from './session.ts'

interface SessionEndOptions<User> {
  session: SessionStore<User>
  /** Session-storage entry that carries a sentence to the sign-in page of this tab. */
  sentenceKey: string
  /** Goes to the sign-in page. */
  leave: () => void
}

/** How one kind of session ends in this browser, and how the sign-in page learns why. */
export function createSessionTermination<User>({ session, sentenceKey, leave }: SessionEndOptions<User>) {
  let isLeaving = false
  const storeMessage = (sentence: string) => {
    try {
      sessionStorage.setItem(sentenceKey, sentence)
    } catch {}
  }
  // A page that comes back from the browser's history as it was left is not leaving any more.
  if (typeof window !== 'undefined') {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) isLeaving = false
    })
  }

  return {
    /** Ends the session in this browser and goes to the sign-in page, which says why. The server is not asked. */
    endSession: (sentence: string): void => {
      session.clear()
      // Several calls fail together; the first one has said it.
      if (isLeaving) return
      isLeaving = true
      storeMessage(sentence)
      leave()
    },

    /** Lets the sign-in page of this tab say why it is there. */
    storeMessage: storeMessage,

    /** Why the session ended, when it has just ended in this tab. Told once. */
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
