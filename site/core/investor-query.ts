import { atom, type ReadableAtom } from 'nanostores'
import type { EventName } from '#contract/events'
import { $account } from './account.ts'
import { onBrowserMount } from './browser-mount.ts'
import { revalidateOn } from './events.ts'
import { refuseUnsigned } from './problems.ts'
import { createQuery } from './query.ts'
import { followQuery, type QueryView, viewLoading } from './query-view.ts'

type KeyPart = string | ReadableAtom<string | undefined>

interface InvestorQueryOptions {
  /** What changes the answer: it is asked for again when the server tells of one of these. */
  changedBy?: readonly EventName[]
}

export interface InvestorQuery<Data> {
  $view: ReadableAtom<QueryView<Data>>
  /** Asks again now, if somebody watches. */
  refresh: () => void
}

/**
 * A query about what the signed-in investor owns. Its answers are kept for each investor, so that nobody
 * sees another's figures after somebody else has signed in; without a session it fails and nothing is sent.
 * While a changed key is being asked for, the view keeps the answer to the one before.
 */
export function createInvestorQuery<Data>(
  key: readonly [string, ...KeyPart[]],
  fetcher: (...parts: string[]) => Promise<Data>,
  { changedBy = [] }: InvestorQueryOptions = {},
): InvestorQuery<Data> {
  const $query = createQuery<Data>([key[0], $account, ...key.slice(1)], {
    fetcher: (...parts) => fetcher(...parts.slice(2).map(String)),
    // What was told while the tab was hidden was not asked for.
    revalidateOnFocus: changedBy.length > 0,
    revalidateOnReconnect: true,
  })
  if (changedBy.length > 0) revalidateOn($query, ...changedBy)
  const $view = atom<QueryView<Data>>(viewLoading)
  let shownFor: number | undefined

  onBrowserMount($view, () => {
    const stopAccount = $account.subscribe((account) => {
      if (account === undefined) {
        const error = refuseUnsigned('unauthenticated', 'Authentication required')
        $view.set({ status: 'failed', error, last: undefined, updating: false })
      } else if (account !== shownFor) $view.set(viewLoading)
      shownFor = account
    })
    const stopQuery = $query.subscribe((feed) => {
      if (shownFor !== undefined) $view.set(followQuery($view.value, feed))
    })
    return () => {
      stopAccount()
      stopQuery()
    }
  })

  return { $view, refresh: () => $query.revalidate() }
}
