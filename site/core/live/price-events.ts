/**
 * The server's event that prices have changed: live prices are then refetched at once instead of at the next
 * interval. One tab of the browser listens and passes the event on. Without the stream the intervals continue.
 */
import { addressOf } from '#contract/call'
import { events, PRICES } from '#contract/events'

const CHANNEL = 'price-events'
/** All clients receive the event at the same time: their requests are spread over so many milliseconds. */
const SPREAD_MS = 2_000
/** Delay after an HTTP error, after which the browser does not reconnect. */
const REFUSED_MS = 60_000

const listeners = new Set<() => void>()

/**
 * Opens the stream, and again after an HTTP error; the browser reconnects when it breaks. Returns the function that
 * closes it.
 */
function listen(onPrices: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let source: EventSource
  const open = () => {
    source = new EventSource(addressOf(events.prices, {}))
    source.addEventListener(PRICES, onPrices)
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REFUSED_MS * (1 + Math.random()))
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/** Connects while there are listeners; returns the function that disconnects. */
function connect(): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const channel = new BroadcastChannel(CHANNEL)
  const notify = () => {
    setTimeout(() => {
      if (document.visibilityState === 'visible') for (const listener of listeners) listener()
    }, Math.random() * SPREAD_MS)
  }
  channel.onmessage = notify
  const hold = () =>
    new Promise<void>((resolve) => {
      const close = listen(() => {
        notify()
        if (!signal.aborted) channel.postMessage(1)
      })
      signal.addEventListener('abort', () => {
        close()
        resolve()
      })
    })
  // Without locks, on a page over plain HTTP, a stream for each tab would use up the connections of the other tabs.
  navigator.locks?.request(CHANNEL, { signal }, hold).catch(() => {})
  return () => {
    stopping.abort()
    channel.close()
  }
}

let disconnect: (() => void) | undefined

/** Calls `listener` when prices have changed. Returns the function that unsubscribes. */
export function onPrices(listener: () => void): () => void {
  listeners.add(listener)
  disconnect ??= connect()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    disconnect?.()
    disconnect = undefined
  }
}

// Subscribers need both, and load them in one chunk.
export { refetch } from '#core/query/refetch'
