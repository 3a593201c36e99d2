import { atom, type ReadableAtom } from 'nanostores'
import { onBrowserMount } from '#core/browser/browser-mount'
import { loadingState, type QueryState, type Remote, toRemote } from './remote.ts'

/** The view of a query that needs no session; see `toRemote` for the stand-in. */
export function createQueryView<Data>(
  $query: ReadableAtom<QueryState<Data>>,
  makeStandIn?: () => Data,
): ReadableAtom<Remote<Data>> {
  const $view = atom<Remote<Data>>(loadingState)
  onBrowserMount($view, () => $query.subscribe((feed) => $view.set(toRemote($view.value, feed, makeStandIn))))
  return $view
}
