import { atom, type ReadableAtom } from 'nanostores'
import { onBrowserMount } from '#core/browser/browser-mount'

/** What a query's store tells. */
export interface Feed<Data> {
  data?: Data | undefined
  error?: unknown
  loading: boolean
}

/**
 * What a screen draws of a query. `updating` is true while an answer is awaited; `last` is what was
 * there before a failure.
 */
export type Remote<Data> =
  | { status: 'loading'; updating: boolean }
  | { status: 'failed'; error: unknown; last: Data | undefined; updating: boolean }
  | { status: 'ready'; data: Data; updating: boolean }

/** Nothing yet, an answer on its way. */
export const viewLoading: Remote<never> = { status: 'loading', updating: true }

/** The data on screen, also after a failed refresh. */
export function dataOf<Data>(view: Remote<Data>): Data | undefined {
  if (view.status === 'ready') return view.data
  return view.status === 'failed' ? view.last : undefined
}

/** The view that follows from what the query says; while it is asking, the old one stays. */
export function toRemote<Data>(before: Remote<Data>, { data, error, loading }: Feed<Data>): Remote<Data> {
  if (error) return { status: 'failed', error, last: data ?? dataOf(before), updating: loading }
  if (data !== undefined) return { status: 'ready', data, updating: loading }
  return { ...before, updating: loading }
}

/** The view of a query that everybody may ask. */
export function createQueryView<Data>($query: ReadableAtom<Feed<Data>>): ReadableAtom<Remote<Data>> {
  const $view = atom<Remote<Data>>(viewLoading)
  onBrowserMount($view, () => $query.subscribe((feed) => $view.set(toRemote($view.value, feed))))
  return $view
}
