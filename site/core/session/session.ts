import { atom, type ReadableAtom } from 'nanostores'
import type { User as Investor } from '#contract/session'
import { onBrowserMount, watchStorage } from '#core/browser/browser-mount'

export interface Session<User> {
  token: string
  refreshToken: string
  user: User
}

/** Names of the local-storage entries a session is kept in. */
export interface SessionKeys {
  token: string
  refreshToken: string
  user: string
}

export interface SessionStore<User> {
  /** Who is signed in, or `null`. Kept in step with other tabs while somebody watches. */
  $session: ReadableAtom<Session<User> | null>
  /** What local storage holds at this moment: another tab's change may not have been told yet. */
  read: () => Session<User> | null
  save: (session: Session<User>) => void
  /** Calls `listener` now and when another tab may have changed what is stored; returns what ends it. */
  onOtherTab: (listener: () => void) => () => void
  /** Changes the user record of whoever is signed in; nothing when nobody is any more. */
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

/** Makes the user record out of the token, where a token alone is a session. */
type UserOfToken<User> = (token: string) => User | undefined

/** Signed in means that both the token and the user record are there. */
function readSession<User>(keys: SessionKeys, userOfToken?: UserOfToken<User>): Session<User> | null {
  const token = localStorage.getItem(keys.token)
  if (!token) return null
  const user = parseUser<User>(localStorage.getItem(keys.user)) ?? userOfToken?.(token)
  return user ? { token, refreshToken: localStorage.getItem(keys.refreshToken) ?? '', user } : null
}

/** Makes the store of one kind of session: the token and refresh token as bare strings, the user as JSON. */
export function createSession<User>(keys: SessionKeys, userOfToken?: UserOfToken<User>): SessionStore<User> {
  const read = () => {
    try {
      return readSession(keys, userOfToken)
    } catch {
      // A browser that keeps nothing keeps no session.
      return null
    }
  }
  const $session = atom<Session<User> | null>(null)
  const names = Object.values(keys) as string[]

  /** Also when the browser shows a page again as it was left: it has heard of nothing meanwhile. */
  const onOtherTab = (listener: () => void) => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && listener()
    const stopFollowing = watchStorage(names, listener)
    window.addEventListener('pageshow', comeBack)
    return () => {
      stopFollowing()
      window.removeEventListener('pageshow', comeBack)
    }
  }
  onBrowserMount($session, () => onOtherTab(() => $session.set(read())))

  const save = (session: Session<User>) => {
    // The token last but for the user: who finds a new token finds its refresh token too.
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
      const held = read()
      if (held) save({ ...held, user: { ...held.user, ...changes } })
    },
    clear: () => {
      for (const name of names) localStorage.removeItem(name)
      $session.set(null)
    },
  }
}

/** The investor's session, in the three entries that the specification names. */
export const investorSession = createSession<Investor>({
  token: 'token',
  refreshToken: 'refreshToken',
  user: 'user',
})
