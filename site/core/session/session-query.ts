import { atom, type ReadableAtom } from 'nanostores'
import { refuseUnsigned } from '#core/api/problems'
import { onBrowserMount } from '#core/browser/browser-mount'
import { fetchWhenVisible } from '#core/query/fetch-when-visible'
import { createQuery } from '#core/query/query'
import { refetch } from '#core/query/refetch'
import { type Remote, toRemote, viewLoading } from '#core/query/remote'

type KeyPart = string | ReadableAtom<string | undefined>
export type QueryKey = readonly [string, ...KeyPart[]]

interface SessionQueryOptions {
  /** Asks again when the tab is looked at after a while: what was told meanwhile was not heard. */
  revalidateOnFocus?: boolean
  /** Milliseconds after which a watched answer is asked for again. */
  revalidateInterval?: number
}

export interface SessionQuery<Data> {
  $query: ReturnType<typeof createQuery<Data>>
  $view: ReadableAtom<Remote<Data>>
  /** Asks again now, if somebody watches; resolves when the answer is there, or has failed. */
  refresh: () => Promise<void>
}

/**
 * A query about what only the signed-in may see. Its answers are kept for each account, so that nobody
 * sees another's figures after somebody else has signed in; without a session it fails and nothing is sent.
 * While a changed key is being asked for, the view keeps the answer to the one before.
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
  const $view = atom<Remote<Data>>(viewLoading)
  let shownFor: number | undefined

  onBrowserMount($view, () => {
    const stopAccount = $account.subscribe((account) => {
      // Whoever has just signed out, or was, sees nothing go wrong: the page is being left.
      if (account === undefined && shownFor !== undefined) $view.set(viewLoading)
      else if (account === undefined) {
        const error = refuseUnsigned('unauthenticated', 'Authentication required')
        $view.set({ status: 'failed', error, last: undefined, updating: false })
      } else if (account !== shownFor) $view.set(viewLoading)
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
