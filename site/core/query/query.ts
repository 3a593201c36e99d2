import { nanoquery } from '@nanostores/query'

/**
 * Makes stores that fetch: one request however many components listen, none in a hidden tab. Retries are left to the
 * interval, so that a struggling server does not receive more requests than a healthy one.
 */
export const [createQuery] = nanoquery({ onErrorRetry: false, dedupeTime: 1000, revalidateOnReconnect: true })
