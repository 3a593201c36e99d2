import { nanoquery } from '@nanostores/query'
import { onBrowserMount } from '#core/browser/browser-mount'

const [create] = nanoquery({ onErrorRetry: false, dedupeTime: 1000, revalidateOnReconnect: true })

/**
 * Makes stores that fetch: one request however many components listen, none in a hidden tab. Retries are left to the
 * interval, so that a struggling server does not receive more requests than a healthy one.
 */
export const createQuery: typeof create = (keys, settings) => {
  const $query = create(keys, settings)
  onBrowserMount($query, () => {
    // The library takes a failure of the last second for an answer, also after a short loss of the connection.
    const fetchFailed = () => $query.value?.error && $query.revalidate()
    window.addEventListener('online', fetchFailed)
    return () => window.removeEventListener('online', fetchFailed)
  })
  return $query
}
