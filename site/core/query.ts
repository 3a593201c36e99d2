import { type FetcherStore, nanoquery } from '@nanostores/query'

/**
 * Makes stores that fetch: one request however many components watch, none in a hidden tab.
 * Retries are the interval's business, so that a struggling server is not asked more often than a healthy one.
 */
export const [createQuery] = nanoquery({ onErrorRetry: false, dedupeTime: 1000 })

/**
 * Asks again, because something has changed. `revalidate` alone does nothing while an answer is on its way, which
 * may have been made before the change: then it is waited for and asked once more.
 */
export function askAnew<T>($query: FetcherStore<T>): void {
  if (!$query.value?.loading) {
    $query.revalidate()
    return
  }
  const stop = $query.listen(({ loading }) => {
    if (loading) return
    stop()
    // The library counts the question as answered in the same turn, but after its listeners.
    queueMicrotask(() => $query.revalidate())
  })
}
