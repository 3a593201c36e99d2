/** The calls about open sessions, the same for investors and administrators. */
import type { OpenSession, ownSessions } from '#contract/account-activity'
import type { SignedInCall } from '#core/api/internal/signed-in-api'
import type { QueryKey, SessionQuery } from '#core/session/internal/session-query'

export interface SessionClient {
  $list: SessionQuery<OpenSession[]>['$view']
  /** Fetches the list again. */
  refresh: () => Promise<void>
  /** Signs one browser out, or all but this one, and fetches what has changed. */
  end: (which: { id: string } | 'others') => Promise<void>
}

/** Makes the calls of one kind of account, from its endpoints. `onEnded` is called after each attempt. */
export function createSessionClient(
  call: SignedInCall,
  calls: typeof ownSessions,
  createQuery: (
    key: QueryKey,
    fetcher: () => Promise<OpenSession[]>,
    options: { revalidateOnFocus: boolean },
  ) => SessionQuery<OpenSession[]>,
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
        // After a failure too: the session may have ended meanwhile.
        void refresh()
        onEnded?.()
      }
    },
  }
}
