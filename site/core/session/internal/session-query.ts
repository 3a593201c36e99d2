import { atom, type ReadableAtom } from 'nanostores'
import { createUnauthenticatedError } from '#core/api/error-messages'
import { onBrowserMount } from '#core/browser/browser-mount'
import { fetchWhenVisible } from '#core/query/fetch-when-visible'
import { refetch } from '#core/query/internal/refetch'
import { createQuery } from '#core/query/query'
import { loadingState, type Remote, toRemote } from '#core/query/remote'

type KeyPart = string | ReadableAtom<string | undefined>
export type QueryKey = readonly [string, ...KeyPart[]]

interface SessionQueryOptions {
  /** Refetches when the tab becomes visible after a while, because events in the meantime were missed. */
  revalidateOnFocus?: boolean
  /** Milliseconds after which data with listeners is refetched. */
  revalidateInterval?: number
}

export interface SessionQuery<Data> {
  $query: ReturnType<typeof createQuery<Data>>
  $view: ReadableAtom<Remote<Data>>
  /** Refetches if the store has listeners; resolves when the request has succeeded or failed. */
  refresh: () => Promise<void>
}

/**
 * A query for the signed-in user's data. The data is cached per account, so that no user sees another's figures;
 * without a session it fails and sends nothing. While data for a changed key is fetched, the view keeps the previous
 * key's data.
 */
export function createSessionQuery<Data>(
  $account: ReadableAtom<number | undefined>,
  key: QueryKey,
  fetcher: (...parts: string[]) => Promise<Data>,
  { revalidateOnFocus = false, revalidateInterval }: SessionQueryOptions = {},
): SessionQuery<Data> {
  const $query = createQuery<Data>([key[0], $account, ...key.slice(1)], {
    fetcher: (...parts) => fetcher(...parts.slice(2).map(String)),
    revalidateOnFocus,
    revalidateOnReconnect: true,
    ...(revalidateInterval && { revalidateInterval }),
  })
  fetchWhenVisible($query)
  const $view = atom<Remote<Data>>(loadingState)
  let shownFor: number | undefined

  onBrowserMount($view, () => {
    const stopAccount = $account.subscribe((account) => {
      // After a sign-out or the end of the session, no error is shown because the page is being left.
      if (account === undefined && shownFor !== undefined) $view.set(loadingState)
      else if (account === undefined) {
        const error = createUnauthenticatedError('unauthenticated', 'Authentication required')
        $view.set({ status: 'failed', error, lastData: undefined, isFetching: false })
      } else if (account !== shownFor) $view.set(loadingState)
      shownFor = account
    })
    const stopQuery = $query.subscribe((feed) => {
      if (shownFor !== undefined) $view.set(toRemote($view.value, feed))
    })
    return () => {
      stopAccount()
      stopQuery()
    }
  })

  return { $query, $view, refresh: () => refetch($query) }
}
