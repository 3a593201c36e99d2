/** The state of a query's store. */
export interface Feed<Data> {
  data?: Data | undefined
  error?: unknown
  loading: boolean
}

/**
 * What a screen shows of a query. `updating` is true while a request is in flight; `last` is what stays on screen
 * after a failure: the data before it, or the stand-in of a query that has one.
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

/**
 * The next view, given the query's state; during a refetch the old view stays. When the first request fails,
 * `makeStandIn` makes what is shown in place of data.
 */
export function toRemote<Data>(
  before: Remote<Data>,
  { data, error, loading }: Feed<Data>,
  makeStandIn?: () => Data,
): Remote<Data> {
  if (error)
    return { status: 'failed', error, last: data ?? dataOf(before) ?? makeStandIn?.(), updating: loading }
  if (data !== undefined) return { status: 'ready', data, updating: loading }
  return { ...before, updating: loading }
}
