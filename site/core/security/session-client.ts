/** Calls that manage active sessions, shared by investors and administrators. */
import type { ActiveSession, ownSessions } from '#contract/identity/account-activity'
import type { SignedInCall } from '#core/api/internal/signed-in-api'
import type { QueryKey, SessionQuery } from '#core/session/internal/session-query'

export interface SessionClient {
  $list: SessionQuery<ActiveSession[]>['$view']
  /** Refetches the list. */
  refresh: () => Promise<void>
  /** Signs out one browser, or all but this one, and refetches the changes. */
  end: (which: { id: string } | 'others') => Promise<void>
}

/** Creates the calls for one kind of account from its endpoints. `onEnded` is called after each attempt. */
export function createSessionClient(
  call: SignedInCall,
  calls: typeof ownSessions,
  createQuery: (
    key: QueryKey,
    fetcher: () => Promise<ActiveSession[]>,
    options: { revalidateOnFocus: boolean },
  ) => SessionQuery<ActiveSession[]>,
  onEnded?: () => void,
): SessionClient {
  const list = async () => (await call(calls.sessions)).sessions
  const { $view, refresh } = createQuery(['sessions'], list, { revalidateOnFocus: true })
  return {
    $list: $view,
    refresh,
    async end(which) {
      try {
        if (which === 'others') await call(calls.endOthers)
        else await call(calls.endSession, { params: which })
      } finally {
        // Also after a failure: the session may have ended in the meantime.
        void refresh()
        onEnded?.()
      }
    },
  }
}
