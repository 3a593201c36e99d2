import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStreams, type StreamRequest, type Streams } from './stream-registry.ts'

let streams: Streams
let server: Bun.Server<unknown>
let opening: () => ReadableStream<Uint8Array>
const failures: Error[] = []
beforeAll(() => {
  server = Bun.serve({
    port: 0,
    idleTimeout: 0,
    development: false,
    fetch: () => new Response(opening()),
    error: (error) => {
      failures.push(error)
    },
  })
})
afterAll(() => server.stop(true))
beforeEach(() => {
  streams = createStreams()
})
afterEach(() => {
  streams.close()
  expect(failures).toEqual([])
})

/** Replaces the registry of these tests by one with another interval. */
function beatEvery(heartbeatMs: number): void {
  streams.close()
  streams = createStreams({ heartbeatMs })
}

const request = (owner: string, expiresAt = Number.POSITIVE_INFINITY): StreamRequest => ({
  owner,
  topic: 'prices',
  sessionId: `session of ${owner}`,
  everything: ['notifications', 'portfolio'],
  expiresAt,
})

/** Opens a stream over a real connection. It receives events from the time this resolves. */
async function listen(owner: string, expiresAt?: number) {
  opening = () => streams.open(request(owner, expiresAt))
  const leaving = new AbortController()
  const response = await fetch(server.url, { signal: leaving.signal })
  return { text: () => response.text(), leave: () => leaving.abort() }
}

test('a topic reaches its listeners, a public one all of them', async () => {
  const [one, two] = [await listen('user:1'), await listen('user:2')]
  streams.publish('user:1', 'portfolio')
  streams.publish('prices', 'prices')
  streams.publish('user:3', 'portfolio')
  streams.close()
  expect(await one.text()).toBe(':\n\nevent: portfolio\ndata: 1\n\nevent: prices\ndata: 1\n\n')
  expect(await two.text()).toBe(':\n\nevent: prices\ndata: 1\n\n')
})

test('a new listener receives what changed while it connected, each event once', async () => {
  streams.publish('user:1', 'portfolio')
  streams.publish('user:1', 'portfolio')
  streams.publish('user:2', 'notifications')
  streams.announce('prices', 'prices')
  // Also events between the opening and the start of the response.
  opening = () => {
    const stream = streams.open(request('user:1'))
    streams.publish('prices', 'open')
    return stream
  }
  const response = await fetch(server.url)
  streams.close()
  expect(await response.text()).toBe(':\n\nevent: portfolio\ndata: 1\n\nevent: open\ndata: 1\n\n')
})

test('a burst of messages reaches a reader completely', async () => {
  const one = await listen('user:1')
  for (let message = 0; message < 1000; message++) streams.publish('user:1', 'portfolio')
  streams.close()
  expect((await one.text()).match(/portfolio/g)).toHaveLength(1000)
})

test('a session that ends closes its streams, and no others', async () => {
  const [one] = [await listen('user:1'), await listen('user:2')]
  streams.endSession('session of user:1', 'session')
  expect(await one.text()).toBe(':\n\nevent: session\ndata: 1\n\n')
  expect(streams.size).toBe(1)
})

describe('over time', () => {
  // Fake timers: a busy machine would delay real heartbeats.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    beatEvery(75)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('a stream ends with its token, and sends heartbeats until then', async () => {
    const { text } = await listen('user:1', Date.now() + 400)
    vi.advanceTimersByTime(399)
    expect(streams.size).toBe(1)
    vi.advanceTimersByTime(76)
    expect(streams.size).toBe(0)
    expect(await text()).toMatch(/^(:\n\n){6}$/)
  })

  test('after a gap every listener receives all events, once', async () => {
    const { text } = await listen('user:1', Date.now() + 400)
    streams.catchUp()
    vi.advanceTimersByTime(475)
    expect((await text()).replaceAll(':\n\n', '')).toBe(
      'event: notifications\ndata: 1\n\nevent: portfolio\ndata: 1\n\n',
    )
  })
})

test('a client that does not read is disconnected before messages pile up', async () => {
  opening = () => streams.open(request('user:1'))
  const connected = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(server.port),
    socket: {
      open: (socket) => void socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      data(socket) {
        socket.pause()
        connected.resolve()
      },
      close: () => closed.resolve(),
    },
  })
  await connected.promise
  // The system buffers some megabytes for a connection; a message has some tens of bytes.
  let sent = 0
  while (streams.size > 0 && sent < 2_000_000) {
    streams.publish('user:1', 'portfolio')
    sent += 1
  }
  expect(streams.size).toBe(0)
  expect(streams.topics).toBe(0)
  await closed.promise
})

test('a client that leaves is removed, with the topics that have no other listener', async () => {
  const [one, two] = [await listen('user:1'), await listen('user:2')]
  expect(streams.topics).toBe(3)
  one.leave()
  await expect.poll(() => streams.size).toBe(1)
  expect(streams.topics).toBe(2)
  two.leave()
  await expect.poll(() => streams.topics).toBe(0)
})

test('a client that left before the response began is removed too', async () => {
  beatEvery(75)
  streams.open(request('user:1'))
  expect(streams.size).toBe(1)
  await expect.poll(() => streams.size).toBe(0)
})

test('a stream that ended before its response began sends nothing', async () => {
  const stream = streams.open(request('user:1'))
  streams.endSession('session of user:1', 'session')
  opening = () => stream
  expect(await (await fetch(server.url)).text()).toBe('')
})

test('no heartbeat writes to all streams', async () => {
  beatEvery(1500)
  let alive = 0
  let owners = 0
  opening = () => streams.open(request(`user:${owners++}`))
  const next = Array.from({ length: 30 }, async () => {
    const reader = (await fetch(server.url)).body?.getReader()
    await reader?.read()
    await reader?.read()
    alive += 1
  })
  await Promise.race(next)
  // Ticks are a tenth of a second apart: on a busy machine some of them may be late.
  expect(alive).toBeLessThan(15)
  await Promise.all(next)
})
