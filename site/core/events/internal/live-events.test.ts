import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#core/api/call-errors'
import { createLiveEvents } from './live-events.ts'

type Name = 'tokens' | 'documents'
const names = ['tokens', 'documents', 'session'] as const

/** A stream that the test writes to. */
function makeStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return {
    response: new Response(readable),
    send: (name: string) => writer.write(new TextEncoder().encode(`event: ${name}\ndata: 1\n\n`)),
    end: () => writer.close(),
  }
}

let stops: (() => void)[]
let visibilityState: 'visible' | 'hidden'
/** Locks for a single tab, which acquires every lock immediately. */
const locks = {
  request: (_name: string, _options: object, work: () => Promise<void>) => work(),
}

beforeEach(() => {
  stops = []
  visibilityState = 'visible'
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibilityState
    },
  })
  vi.stubGlobal('navigator', { locks })
})

afterEach(() => {
  for (const stop of stops) stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

let channels = 0
function listen(
  options: Partial<Parameters<typeof createLiveEvents<Name>>[0]>,
  wanted: readonly (Name | 'session')[] = ['tokens'],
) {
  const called = vi.fn()
  channels += 1
  const subscribe = createLiveEvents<Name>({
    channel: `test-${channels}`,
    names,
    open: () => Promise.resolve(makeStream().response),
    ...options,
  })
  const stop = subscribe(wanted, called)
  stops.push(stop)
  return { called, stop }
}

describe('an event stream', () => {
  it('calls the listeners of an event, and all of them when the session has ended', async () => {
    const stream = makeStream()
    const { called } = listen({ open: () => Promise.resolve(stream.response) })
    await stream.send('documents')
    await stream.send('tokens')
    await expect.poll(() => called.mock.calls.length).toBe(1)
    await stream.send('session')
    await expect.poll(() => called.mock.calls.length).toBe(2)
  })

  it('is not opened for a visitor who is not signed in', () => {
    const open = vi.fn(() => Promise.resolve(makeStream().response))
    listen({ open, isSignedIn: () => false })
    expect(open).not.toHaveBeenCalled()
  })

  it('is closed when the last listener leaves', () => {
    const signals: AbortSignal[] = []
    const { stop } = listen({
      open: (signal) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    })
    stop()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('is reopened when it ends, and reports every event as missed', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const streams = [makeStream(), makeStream()]
    const rest = [...streams]
    const { called } = listen({
      open: () => Promise.resolve(rest.shift()?.response ?? makeStream().response),
    })
    await streams[0]?.end()
    await expect.poll(() => called.mock.calls.length).toBe(1)
    vi.restoreAllMocks()
  })

  it('waits as long as the server asks before it is reopened', async () => {
    vi.useFakeTimers()
    const full = new ApiError(
      { code: 'unavailable', error: 'Full.', request_id: '' },
      { status: 503, retryAfter: 30 },
    )
    const open = vi.fn(() => Promise.reject(full))
    listen({ open })
    await vi.advanceTimersByTimeAsync(29_000)
    expect(open).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(32_000)
    expect(open).toHaveBeenCalledTimes(2)
  })

  it('is not reopened after a permanent rejection', async () => {
    vi.useFakeTimers()
    const gone = new ApiError({ code: 'not_found', error: 'No.', request_id: '' }, { status: 404 })
    const open = vi.fn(() => Promise.reject(gone))
    listen({ open })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(open).toHaveBeenCalledTimes(1)
  })
})

describe('a tab without events', () => {
  it('polls at the interval of the source while it is visible', async () => {
    vi.useFakeTimers()
    const { called } = listen({ pollMs: 30_000, open: () => new Promise(() => {}) })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(called).toHaveBeenCalledTimes(1)
    visibilityState = 'hidden'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(called).toHaveBeenCalledTimes(1)
  })

  it('does not poll if the source has no interval', async () => {
    vi.useFakeTimers()
    const { called } = listen({ open: () => new Promise(() => {}) })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(called).not.toHaveBeenCalled()
  })
})

describe('a public stream', () => {
  it('calls listeners of visible tabs within its spread', async () => {
    vi.useFakeTimers()
    const stream = makeStream()
    const { called } = listen({ spreadMs: 20, open: () => Promise.resolve(stream.response) })
    visibilityState = 'hidden'
    await stream.send('tokens')
    await vi.advanceTimersByTimeAsync(20)
    expect(called).not.toHaveBeenCalled()
    visibilityState = 'visible'
    await stream.send('tokens')
    await vi.advanceTimersByTimeAsync(20)
    expect(called).toHaveBeenCalledTimes(1)
  })

  it('is not opened by each tab if tabs cannot share it', () => {
    vi.stubGlobal('navigator', {})
    const open = vi.fn(() => Promise.resolve(makeStream().response))
    listen({ spreadMs: 20, open })
    expect(open).not.toHaveBeenCalled()
    listen({ open })
    expect(open).toHaveBeenCalledTimes(1)
  })
})
