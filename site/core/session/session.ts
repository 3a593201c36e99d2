import { atom, type ReadableAtom } from 'nanostores'
import type { SignedIn, User } from '#contract/identity/session'
import { onBrowserMount, onWindowEvent, subscribeToStorage } from '#core/browser/browser-mount'

export interface Session<User> {
  token: string
  refreshToken: string
  user: User
}

/** Names of the local-storage entries of a session. */
export interface SessionKeys {
  token: string
  refreshToken: string
  user: string
}

export interface SessionStore<User> {
  /** The session of the signed-in user, or `null`. Synced with other tabs while it has listeners. */
  $session: ReadableAtom<Session<User> | null>
  /** The session currently in local storage: the event for another tab's change may not have arrived yet. */
  read: () => Session<User> | null
  save: (session: Session<User>) => void
  /** Calls `listener` now and when another tab may have changed the storage; returns a function that unsubscribes. */
  onOtherTab: (listener: () => void) => () => void
  /** Updates the signed-in user's record; does nothing without a session. */
  updateUser: (changes: Partial<User>) => void
  clear: () => void
}

function parseUser<User>(text: string | null): User | undefined {
  try {
    const user: unknown = JSON.parse(text ?? '')
    return typeof user === 'object' && user !== null ? (user as User) : undefined
  } catch {
    return undefined
  }
}

/** Derives the user record from the token, for sessions that need only a token. */
type UserOfToken<User> = (token: string) => User | undefined

/** A session needs both the token and the user record. */
function readSession<User>(keys: SessionKeys, userOfToken?: UserOfToken<User>): Session<User> | null {
  const token = localStorage.getItem(keys.token)
  if (!token) return null
  const user = parseUser<User>(localStorage.getItem(keys.user)) ?? userOfToken?.(token)
  return user ? { token, refreshToken: localStorage.getItem(keys.refreshToken) ?? '', user } : null
}

/** Creates the store for one kind of session: token and refresh token as bare strings, the user as JSON. */
export function createSession<User>(keys: SessionKeys, userOfToken?: UserOfToken<User>): SessionStore<User> {
  const read = () => {
    try {
      return readSession(keys, userOfToken)
    } catch {
      // Without storage there is no session.
      return null
    }
  }
  const $session = atom<Session<User> | null>(null)
  const names = Object.values(keys) as string[]

  /** Also when the browser restores a page from its back/forward cache, which has missed the events in the meantime. */
  const onOtherTab = (listener: () => void) => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && listener()
    const stopFollowing = subscribeToStorage(names, listener)
    const stopComingBack = onWindowEvent('pageshow', comeBack)
    return () => {
      stopFollowing()
      stopComingBack()
    }
  }
  onBrowserMount($session, () => onOtherTab(() => $session.set(read())))

  const save = (session: Session<User>) => {
    // The token is written after its refresh token, so that a tab that reads a new token finds both.
    localStorage.setItem(keys.refreshToken, session.refreshToken)
    localStorage.setItem(keys.token, session.token)
    localStorage.setItem(keys.user, JSON.stringify(session.user))
    $session.set(session)
  }

  return {
    $session,
    read,
    save,
    onOtherTab,
    updateUser: (changes) => {
      const stored = read()
      if (stored) save({ ...stored, user: { ...stored.user, ...changes } })
    },
    clear: () => {
      for (const name of names) localStorage.removeItem(name)
      $session.set(null)
    },
  }
}

/** The signed-in investor's record. Sessions stored by an earlier version lack `underway`. */
type Investor = User & Partial<Pick<SignedIn, 'underway'>>

/** The investor's session, in three entries of local storage. */
export const investorSession = createSession<Investor>({
  token: 'token',
  refreshToken: 'refreshToken',
  user: 'user',
})
