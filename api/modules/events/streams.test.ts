import { afterEach, expect, test } from 'vitest'
import { createStreams, type Streams } from './streams.ts'

let streams: Streams | undefined
afterEach(() => streams?.close())

const request = (owner: string, expiresAt = Number.POSITIVE_INFINITY) => ({
  topics: [owner, 'prices'] as [string, string],
  sessionId: `session of ${owner}`,
  everything: ['notifications', 'portfolio'],
  expiresAt,
})

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text()
}

test('a topic reaches those who listen to it, a public one everybody', async () => {
  streams = createStreams()
  const [one, two] = [streams.open(request('user:1')), streams.open(request('user:2'))]
  streams.publish('user:1', 'portfolio')
  streams.publish('prices', 'prices')
  streams.publish('user:3', 'portfolio')
  streams.close()
  expect(await readAll(one)).toBe(':\n\nevent: portfolio\ndata: 1\n\nevent: prices\ndata: 1\n\n')
  expect(await readAll(two)).toBe(':\n\nevent: prices\ndata: 1\n\n')
})

test('a session that ends takes its streams with it, and no others', async () => {
  streams = createStreams()
  const [one, two] = [streams.open(request('user:1')), streams.open(request('user:2'))]
  streams.endSession('session of user:1', 'session')
  expect(await readAll(one)).toBe(':\n\nevent: session\ndata: 1\n\n')
  expect(streams.size).toBe(1)
  await two.cancel()
})

test('a stream ends with its token, and shows life until then', async () => {
  streams = createStreams({ heartbeatMs: 75 })
  const stream = streams.open(request('user:1', Date.now() + 400))
  const text = await readAll(stream)
  expect(text).toMatch(/^(:\n\n){2,}$/)
  expect(streams.size).toBe(0)
})

test('after a gap everybody is told everything, once', async () => {
  streams = createStreams({ heartbeatMs: 75 })
  const stream = streams.open(request('user:1', Date.now() + 400))
  streams.catchUp()
  const text = await readAll(stream)
  expect(text.replaceAll(':\n\n', '')).toBe('event: notifications\ndata: 1\n\nevent: portfolio\ndata: 1\n\n')
})

test('who does not read is dropped before messages pile up', () => {
  streams = createStreams()
  streams.open(request('user:1'))
  for (let message = 0; message < 100; message++) streams.publish('user:1', 'portfolio')
  expect(streams.size).toBe(0)
  expect(streams.topics).toBe(0)
})

test('who goes away is forgotten, with the topics nobody else listens to', async () => {
  streams = createStreams()
  const [one, two] = [streams.open(request('user:1')), streams.open(request('user:2'))]
  expect(streams.topics).toBe(3)
  await one.cancel()
  expect(streams.size).toBe(1)
  expect(streams.topics).toBe(2)
  await two.cancel()
  expect(streams.topics).toBe(0)
})

test('no heartbeat writes to all streams', async () => {
  streams = createStreams({ heartbeatMs: 1500 })
  let alive = 0
  const next = Array.from({ length: 30 }, async (_, owner) => {
    const reader = streams?.open(request(`user:${owner}`)).getReader()
    await reader?.read()
    await reader?.read()
    alive += 1
  })
  await Promise.race(next)
  // Ticks are a tenth of a second apart: a busy machine may be some of them late.
  expect(alive).toBeLessThan(15)
  await Promise.all(next)
})
