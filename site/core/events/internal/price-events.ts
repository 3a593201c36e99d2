import { events, PRICES_TOPIC } from '#contract/platform/events'
import { callApi } from '#core/api/api'
import { createLiveEvents } from './live-events.ts'

/** All clients receive the event at the same time; their requests are spread over this many milliseconds. */
const SPREAD_MS = 2_000

const listen = createLiveEvents<typeof PRICES_TOPIC>({
  channel: 'price-events',
  names: [PRICES_TOPIC],
  spreadMs: SPREAD_MS,
  open: (signal) => callApi(events.streamPrices, {}, { signal }),
})

/**
 * Calls `listener` when prices change, so that they are refetched immediately rather than at the next interval. Without
 * the stream, polling continues. Returns a function that unsubscribes.
 */
export const onPriceChange = (listener: () => void): (() => void) => listen([PRICES_TOPIC], listener)

// Subscribers need both modules, so they are loaded in one chunk.
export { refetch } from '#core/query/internal/refetch'
