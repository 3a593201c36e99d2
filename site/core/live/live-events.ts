/**
 * What changed, told by the server to who is signed in. One tab of the browser holds the connection and
 * passes on what it hears; whoever watches asks every thirty seconds while there is none.
 */

import { RefusedCall } from '#core/api/problems'
import { readEvents } from './event-stream.ts'

/** Milliseconds between two questions of a tab that hears nothing. */
const POLL_MS = 30_000
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

type Listener = () => void

/** One kind of session, and its stream. */
interface Source<Name extends string> {
  /** Name of the channel between tabs, and of the lock for who holds the connection. */
  channel: string
  /** Everything the stream tells; `session` means that the session has ended. */
  names: readonly (Name | 'session')[]
  isSignedIn: () => boolean
  open: (signal: AbortSignal) => Promise<Response>
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
 * Makes the listening of one kind of session: `listen(names, listener)` calls the listener when one of these may
 * have changed, and answers what ends it.
 */
export function createLiveEvents<Name extends string>({
  channel: name,
  names,
  isSignedIn,
  open,
}: Source<Name>) {
  type Event = Name | 'session'
  /** Passed between tabs: an event, or that the connection stands. */
  type Told = Event | 'alive'
  const listeners = new Map<Listener, readonly Event[]>()
  let disconnect: (() => void) | undefined

  const isEvent = (text: string): text is Event => (names as readonly string[]).includes(text)

  function notify(told: Told): void {
    if (told === 'alive') return
    // An ended session is found out by the next call, whoever makes it.
    for (const [listener, wanted] of listeners) if (told === 'session' || wanted.includes(told)) listener()
  }

  /** Holds the connection until `signal`, through every failure but a refusal that will not change. */
  async function hold(signal: AbortSignal, pass: (told: Told) => void): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const { body } = await open(signal)
        // What happened while there was no connection was not told.
        if (failures > 0) for (const event of names) if (event !== 'session') pass(event)
        pass('alive')
        for await (const event of readEvents(body ?? new ReadableStream())) {
          failures = 0
          pass(isEvent(event.name) ? event.name : 'alive')
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
    const channel = new BroadcastChannel(name)
    let heardAt = Number.NEGATIVE_INFINITY
    const hear = (told: Told) => {
      heardAt = performance.now()
      notify(told)
    }
    channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data)
    const pass = (told: Told) => {
      hear(told)
      if (!signal.aborted) channel.postMessage(told)
    }
    // Without locks, on a page over plain HTTP, each tab has a connection of its own.
    const turn = navigator.locks?.request(name, { signal }, () => hold(signal, pass)) ?? hold(signal, pass)
    turn.catch(() => {})

    const timer = setInterval(() => {
      const isDeaf = performance.now() - heardAt > POLL_MS
      if (isDeaf && document.visibilityState === 'visible')
        for (const listener of listeners.keys()) listener()
    }, POLL_MS)

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
