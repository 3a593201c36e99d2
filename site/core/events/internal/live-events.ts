/**
 * Changes announced by the server. One tab of the browser holds the connection and passes events to the others; while
 * there is no connection, every tab polls if the source has a polling interval.
 */

import { ApiError } from '#core/api/call-errors'
import { parseEventStream } from './event-stream.ts'

/** Milliseconds between two polls of a signed-in user's tab that receives no events. */
export const POLL_MS = 30_000
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

type Listener = () => void

/** An event stream of the server. */
interface Source<Name extends string> {
  /** Name of the channel between tabs, and of the lock for the tab that holds the connection. */
  channel: string
  /** All event names of the stream; `session` means that the session has ended. */
  names: readonly (Name | 'session')[]
  /** Whether this browser may open the stream now; true by default. */
  isSignedIn?: () => boolean
  open: (signal: AbortSignal) => Promise<Response>
  /** Milliseconds between two polls of a tab that receives no events; if unset, no tab polls. */
  pollMs?: number
  /**
   * For events that all clients receive at the same moment: listeners of visible tabs are called within this many
   * milliseconds. Without locks, on a page over plain HTTP, such a stream is not opened, because one per tab would use
   * up the other tabs' connections.
   */
  spreadMs?: number
}

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })

/**
 * Milliseconds before the next attempt, randomized so that clients do not all reconnect to a restarted server at once.
 */
function delayAfter(failures: number, error: unknown): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures)
  const retryAfter = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0
  return retryAfter + Math.random() * Math.max(longest, retryAfter)
}

/**
 * Creates the `listen` function of one stream: `listen(names, listener)` calls the listener when data behind one of
 * these events may have changed, and returns a function that unsubscribes.
 */
export function createLiveEvents<Name extends string>({
  channel: name,
  names,
  isSignedIn = () => true,
  open,
  pollMs,
  spreadMs,
}: Source<Name>) {
  type Event = Name | 'session'
  /** Passed between tabs: an event, or that the connection is alive. */
  type Message = Event | 'alive'
  const listeners = new Map<Listener, readonly Event[]>()
  let disconnect: (() => void) | undefined

  const isEvent = (text: string): text is Event => (names as readonly string[]).includes(text)

  function notify(message: Message): void {
    if (message === 'alive') return
    if (spreadMs === undefined) callListeners(message)
    else {
      setTimeout(() => {
        if (document.visibilityState === 'visible') callListeners(message)
      }, Math.random() * spreadMs)
    }
  }

  function callListeners(message: Event): void {
    // The next call by any listener detects that the session has ended.
    for (const [listener, wanted] of listeners)
      if (message === 'session' || wanted.includes(message)) listener()
  }

  /** Keeps the connection open until `signal` aborts, and reconnects after every failure except a 401, 403 or 404. */
  async function keepOpen(signal: AbortSignal, pass: (message: Message) => void): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      let failure: unknown
      try {
        const { body } = await open(signal)
        // Events during a lost connection were missed, so every one of them may have occurred.
        if (failures > 0) for (const event of names) if (event !== 'session') pass(event)
        pass('alive')
        for await (const event of parseEventStream(body ?? new ReadableStream())) {
          failures = 0
          pass(isEvent(event.name) ? event.name : 'alive')
        }
      } catch (error) {
        const isFinal = error instanceof ApiError && [401, 403, 404].includes(error.status)
        if (signal.aborted || isFinal) return
        failure = error
      }
      await wait(delayAfter(failures, failure), signal)
    }
  }

  /** Connects while there are listeners; returns the function that disconnects. */
  function connect(): () => void {
    const stopping = new AbortController()
    const { signal } = stopping
    const channel = new BroadcastChannel(name)
    let receivedAt = Number.NEGATIVE_INFINITY
    const receive = (message: Message) => {
      receivedAt = performance.now()
      notify(message)
    }
    channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data)
    const pass = (message: Message) => {
      receive(message)
      if (!signal.aborted) channel.postMessage(message)
    }
    const hold = () => keepOpen(signal, pass)
    // Without locks, on a page over plain HTTP, each tab of a signed-in user has its own connection.
    if (navigator.locks) navigator.locks.request(name, { signal }, hold).catch(() => {})
    else if (spreadMs === undefined) void hold()

    const poll = (interval: number) => {
      const isSilent = performance.now() - receivedAt > interval
      if (isSilent && document.visibilityState === 'visible')
        for (const listener of listeners.keys()) listener()
    }
    const timer = pollMs === undefined ? undefined : setInterval(() => poll(pollMs), pollMs)

    return () => {
      stopping.abort()
      clearInterval(timer)
      channel.close()
    }
  }

  return (wanted: readonly Event[], listener: Listener): (() => void) => {
    if (!isSignedIn()) return () => {}
    listeners.set(listener, wanted)
    disconnect ??= connect()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      disconnect?.()
      disconnect = undefined
    }
  }
}
