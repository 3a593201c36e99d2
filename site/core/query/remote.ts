import { atom, type ReadableAtom } from 'nanostores'
import { onBrowserMount } from '#core/browser/browser-mount'

/** The state of a query's store. */
export interface Feed<Data> {
  data?: Data | undefined
  error?: unknown
  loading: boolean
}

/**
 * What a screen shows of a query. `updating` is true while a request is in flight; `last` is the data before a
 * failure.
 */
export type Remote<Data> =
  | { status: 'loading'; updating: boolean }
  | { status: 'failed'; error: unknown; last: Data | undefined; updating: boolean }
  | { status: 'ready'; data: Data; updating: boolean }

/** No data yet, a request in flight. */
export const viewLoading: Remote<never> = { status: 'loading', updating: true }

/** The data on screen, also after a failed refetch. */
export function dataOf<Data>(view: Remote<Data>): Data | undefined {
  if (view.status === 'ready') return view.data
  return view.status === 'failed' ? view.last : undefined
}

/** The next view, given the query's state; during a refetch the old view stays. */
export function toRemote<Data>(before: Remote<Data>, { data, error, loading }: Feed<Data>): Remote<Data> {
  if (error) return { status: 'failed', error, last: data ?? dataOf(before), updating: loading }
  if (data !== undefined) return { status: 'ready', data, updating: loading }
  return { ...before, updating: loading }
}

/** The view of a query that needs no session. */
export function createQueryView<Data>($query: ReadableAtom<Feed<Data>>): ReadableAtom<Remote<Data>> {
  const $view = atom<Remote<Data>>(viewLoading)
  onBrowserMount($view, () => $query.subscribe((feed) => $view.set(toRemote($view.value, feed))))
  return $view
}
