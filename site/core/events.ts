/**
 * What changed for the signed-in investor, told by the server. One tab of the browser holds the
 * connection and passes on what it hears; whoever watches asks every thirty seconds while there is none.
 */
import type { FetcherStore } from '@nanostores/query'
import { type EventName, eventNames, events } from '#contract/events'
import { onBrowserMount } from './browser-mount.ts'
import { readEvents } from './event-stream.ts'
import { callInvestor } from './investor-api.ts'
import { RefusedCall } from './problems.ts'
import { investorSession } from './session.ts'

const CHANNEL = 'investor-events'
/** Milliseconds between two questions of a tab that hears nothing. */
const POLL_MS = 30_000
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

type Listener = () => void

/** Passed between tabs: an event, or that the connection stands. */
type Told = EventName | 'alive'

const listeners = new Map<Listener, readonly EventName[]>()

function tell(told: Told): void {
  if (told === 'alive') return
  // An ended session is found out by the next call, whoever makes it.
  for (const [listener, names] of listeners) if (told === 'session' || names.includes(told)) listener()
}

const isEventName = (name: string): name is EventName => (eventNames as readonly string[]).includes(name)

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })

/** Holds the connection until `signal`, through every failure but a refusal that will not change. */
async function listen(signal: AbortSignal, pass: (told: Told) => void): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const { body } = await callInvestor(events.stream, {}, { signal })
      // What happened while there was no connection was not told.
      if (failures > 0) for (const name of ['notifications', 'portfolio'] as const) pass(name)
      pass('alive')
      for await (const { name } of readEvents(body ?? new ReadableStream())) {
        failures = 0
        pass(isEventName(name) ? name : 'alive')
      }
    } catch (error) {
      const isFinal = error instanceof RefusedCall && [401, 403, 404].includes(error.status)
      if (signal.aborted || isFinal) return
    }
    // Spread at random: a server that comes back is not met by everybody at once.
    await wait(Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures), signal)
  }
}

/** Runs while somebody listens; returns what stops it. */
function connect(): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const channel = new BroadcastChannel(CHANNEL)
  let heardAt = Number.NEGATIVE_INFINITY
  const hear = (told: Told) => {
    heardAt = performance.now()
    tell(told)
  }
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data)
  const pass = (told: Told) => {
    hear(told)
    if (!signal.aborted) channel.postMessage(told)
  }
  // Without locks, on a page over plain HTTP, each tab has a connection of its own.
  const turn =
    navigator.locks?.request(CHANNEL, { signal }, () => listen(signal, pass)) ?? listen(signal, pass)
  turn.catch(() => {})

  const timer = setInterval(() => {
    const isDeaf = performance.now() - heardAt > POLL_MS
    if (isDeaf && document.visibilityState === 'visible') for (const listener of listeners.keys()) listener()
  }, POLL_MS)

  return () => {
    stopping.abort()
    clearInterval(timer)
    channel.close()
  }
}

let disconnect: (() => void) | undefined

/** Calls `listener` when one of these may have changed. Returns what ends it. */
function onInvestorEvent(names: readonly EventName[], listener: Listener): () => void {
  if (!investorSession.read()) return () => {}
  listeners.set(listener, names)
  disconnect ??= connect()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    disconnect?.()
    disconnect = undefined
  }
}

/** Fetches the store again whenever one of these may have changed, while somebody watches it. */
export function revalidateOn($store: FetcherStore, ...names: EventName[]): void {
  onBrowserMount($store, () => onInvestorEvent(names, () => $store.revalidate()))
}
