import { nanoquery } from '@nanostores/query'
import { onBrowserMount, onWindowEvent } from '#core/browser/browser-mount'

const [create] = nanoquery({ onErrorRetry: false, dedupeTime: 1000, revalidateOnReconnect: true })

/**
 * Creates stores that fetch: one request however many components listen, and none in a hidden tab. Retries are left to
 * the interval, so that a struggling server does not receive more requests than a healthy one.
 */
export const createQuery: typeof create = (keys, settings) => {
  const $query = create(keys, settings)
  onBrowserMount($query, () => {
    // The library treats a failure within the last second as an answer, even after a brief loss of connection.
    const fetchFailed = () => $query.value?.error && $query.revalidate()
    return onWindowEvent('online', fetchFailed)
  })
  return $query
}
