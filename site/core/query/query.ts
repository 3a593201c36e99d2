import { nanoquery } from '@nanostores/query'

/**
 * Makes stores that fetch: one request however many components watch, none in a hidden tab.
 * Retries are the interval's business, so that a struggling server is not asked more often than a healthy one.
 */
export const [createQuery] = nanoquery({ onErrorRetry: false, dedupeTime: 1000 })
