import { atom, type ReadableAtom } from 'nanostores'
import { onBrowserMount } from './browser-mount.ts'

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
export type QueryView<Data> =
  | { status: 'loading'; updating: boolean }
  | { status: 'failed'; error: unknown; last: Data | undefined; updating: boolean }
  | { status: 'ready'; data: Data; updating: boolean }

/** Nothing yet, an answer on its way. */
export const viewLoading: QueryView<never> = { status: 'loading', updating: true }

/** The data on screen, also after a failed refresh. */
export function dataOf<Data>(view: QueryView<Data>): Data | undefined {
  if (view.status === 'ready') return view.data
  return view.status === 'failed' ? view.last : undefined
}

/** The view that follows from what the query says; while it is asking, the old one stays. */
export function followQuery<Data>(
  before: QueryView<Data>,
  { data, error, loading }: Feed<Data>,
): QueryView<Data> {
  if (error) return { status: 'failed', error, last: data ?? dataOf(before), updating: loading }
  if (data !== undefined) return { status: 'ready', data, updating: loading }
  return { ...before, updating: loading }
}

/** The view of a query that everybody may ask. */
export function createQueryView<Data>($query: ReadableAtom<Feed<Data>>): ReadableAtom<QueryView<Data>> {
  const $view = atom<QueryView<Data>>(viewLoading)
  onBrowserMount($view, () => $query.subscribe((feed) => $view.set(followQuery($view.value, feed))))
  return $view
}
