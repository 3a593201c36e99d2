import { events, PRICES } from '#contract/events'
import { call } from '#core/api/api'
import { createLiveEvents } from './live-events.ts'

/** All clients receive the event at the same time: their requests are spread over so many milliseconds. */
const SPREAD_MS = 2_000

const listen = createLiveEvents<typeof PRICES>({
  channel: 'price-events',
  names: [PRICES],
  spreadMs: SPREAD_MS,
  open: (signal) => call(events.prices, {}, { signal }),
})

/**
 * Calls `listener` when prices have changed, so that they are refetched at once instead of at the next interval.
 * Without the stream the intervals continue. Returns the function that unsubscribes.
 */
export const onPrices = (listener: () => void): (() => void) => listen([PRICES], listener)

// Subscribers need both, and load them in one chunk.
export { refetch } from '#core/query/internal/refetch'
