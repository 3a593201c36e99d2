/**
 * That prices have changed, told by the server: what shows live prices then asks at once instead of at
 * its next turn. One tab of the browser listens and passes it on. Without it the turns go on.
 */
import { addressOf } from '#contract/call'
import { events, PRICES } from '#contract/events'

const CHANNEL = 'price-events'
/** Everybody hears of a change in the same moment: the questions are spread over so many milliseconds. */
const SPREAD_MS = 2_000
/** After a refusal, which the browser takes for an answer that will not change. */
const REFUSED_MS = 60_000

const listeners = new Set<() => void>()

/** Opens the stream again whenever it is refused; the browser does so when it breaks. Returns what ends it. */
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

/** Runs while somebody listens; returns what stops it. */
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
  // Without locks, on a page over plain HTTP, a stream for each tab would take the connections of the others.
  navigator.locks?.request(CHANNEL, { signal }, hold).catch(() => {})
  return () => {
    stopping.abort()
    channel.close()
  }
}

let disconnect: (() => void) | undefined

/** Calls `listener` when prices have changed. Returns what ends it. */
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

// Followers need both, and load them in one chunk.
export { refetch } from '#core/query/refetch'
