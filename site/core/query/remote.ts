/** The state of a query's store. */
export interface QueryState<Data> {
  data?: Data | undefined
  error?: unknown
  loading: boolean
}

/**
 * What a screen shows of a query. `isFetching` is true while a request is in flight; `lastData` is what stays on screen after
 * a failure: the previous data, or the query's stand-in if it has one.
 */
export type Remote<Data> =
  | { status: 'loading'; isFetching: boolean }
  | { status: 'failed'; error: unknown; lastData: Data | undefined; isFetching: boolean }
  | { status: 'ready'; data: Data; isFetching: boolean }

/** No data yet; a request is in flight. */
export const loadingState: Remote<never> = { status: 'loading', isFetching: true }

/** The data on screen, including after a failed refetch. */
export function getData<Data>(view: Remote<Data>): Data | undefined {
  if (view.status === 'ready') return view.data
  return view.status === 'failed' ? view.lastData : undefined
}

/**
 * The next view for the query's state; during a refetch the old view stays. If the first request fails, `makeStandIn`
 * supplies what is shown instead of data.
 */
export function toRemote<Data>(
  before: Remote<Data>,
  { data, error, loading }: QueryState<Data>,
  makeStandIn?: () => Data,
): Remote<Data> {
  if (error)
    return {
      status: 'failed',
      error,
      lastData: data ?? getData(before) ?? makeStandIn?.(),
      isFetching: loading,
    }
  if (data !== undefined) return { status: 'ready', data, isFetching: loading }
  return { ...before, isFetching: loading }
}
