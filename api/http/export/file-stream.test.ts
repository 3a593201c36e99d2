import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sendFileStream } from './file-stream.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** A server that sends these chunks, and the failures it reported. */
function serveChunks(chunks: () => AsyncIterable<Uint8Array>, idleTimeout?: number) {
  const failures: unknown[] = []
  const callerLeft = Promise.withResolvers<void>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    development: false,
    ...(idleTimeout !== undefined && { idleTimeout }),
    fetch: (request) => {
      request.signal.addEventListener('abort', () => callerLeft.resolve())
      return sendFileStream({ type: 'text/csv', name: 'list.csv', chunks: chunks() }, (error) =>
        failures.push(error),
      )
    },
    error: () => new Response('failed', { status: 500 }),
  })
  return { url: server.url, failures, callerLeft: callerLeft.promise, stop: () => server.stop(true) }
}

test('sends the chunks in order, as a download', async () => {
  const { url, failures, stop } = serveChunks(async function* () {
    for (const part of ['one ', 'two ', 'three']) yield bytes(part)
  })
  const response = await fetch(url)
  expect(await response.text()).toBe('one two three')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="list.csv"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(failures).toEqual([])
  await stop()
})

test('breaks off the download and reports the failure when a chunk fails', async () => {
  const { url, failures, stop } = serveChunks(async function* () {
    yield bytes('x'.repeat(100_000))
    throw new Error('the database went away')
  })
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow()
  expect(failures).toMatchObject([{ message: 'the database went away' }])
  await stop()
})

test('reports a failure before the first byte as an ordinary error', async () => {
  const next = () => Promise.reject(new Error('nothing to send'))
  const chunks = { [Symbol.asyncIterator]: () => ({ next }) }
  await expect(sendFileStream({ type: 'text/csv', name: 'list.csv', chunks }, () => {})).rejects.toThrow(
    'nothing to send',
  )
})

test.each([
  ['a chunk is being made', async () => undefined],
  ['a chunk is being made and fails because of that', () => Promise.reject(new Error('cancelled'))],
])('does not treat a caller who disconnects while %s as a failure', async (_, make) => {
  const isMaking = Promise.withResolvers<void>()
  const hasLeft = Promise.withResolvers<void>()
  let ended = false
  const { url, failures, callerLeft, stop } = serveChunks(async function* () {
    try {
      yield bytes('x'.repeat(100_000))
      isMaking.resolve()
      await hasLeft.promise
      await make()
      yield bytes('y')
    } finally {
      ended = true
    }
  })
  const leave = new AbortController()
  const response = await fetch(url, { signal: leave.signal })
  const reader = response.body?.getReader()
  await reader?.read()
  await isMaking.promise
  leave.abort()
  await callerLeft
  hasLeft.resolve()
  await expect.poll(() => ended).toBe(true)
  expect(failures).toEqual([])
  await stop()
})

test('produces no more than the caller reads, and stops when the caller disconnects', async () => {
  let made = 0
  let ended = false
  const { url, stop } = serveChunks(async function* () {
    try {
      for (; made < 5_000; made++) yield new Uint8Array(64 * 1024)
    } finally {
      ended = true
    }
  })
  const leave = new AbortController()
  const response = await fetch(url, { signal: leave.signal })
  const reader = response.body?.getReader()
  await reader?.read()
  leave.abort()
  await expect.poll(() => ended, { timeout: 8_000 }).toBe(true)
  expect(made).toBeLessThan(2_000)
  await stop()
})

test('ends for a caller who stays connected but does not read', async () => {
  let ended = false
  const { url, failures, stop } = serveChunks(async function* () {
    try {
      for (;;) yield new Uint8Array(64 * 1024)
    } finally {
      ended = true
    }
  }, 1)
  const socket = connect(Number(url.port), '127.0.0.1')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => ended, { timeout: 12_000 }).toBe(true)
  expect(failures).toEqual([])
  socket.destroy()
  await stop()
})
