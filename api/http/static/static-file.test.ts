import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createStaticFile, matchesEtag, parseRange, sendFile } from './static-file.ts'

const text = '0123456789'
const folder = mkdtempSync(join(tmpdir(), 'static-file-'))
writeFileSync(join(folder, 'file.txt'), text)

const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Disposition': 'attachment' }
const files = {
  memory: createStaticFile(new TextEncoder().encode(text), { tag: 'a1', headers }),
  disk: createStaticFile(Bun.file(join(folder, 'file.txt')), { tag: 'a1', headers }),
  encoded: createStaticFile(new TextEncoder().encode(text), { tag: 'a1-br', headers, ranges: false }),
}

// A real listener: the tests include what the runtime adds to a HEAD or partial response.
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => sendFile(request, files[new URL(request.url).pathname.slice(1) as keyof typeof files]),
})
afterAll(async () => {
  await server.stop(true)
  rmSync(folder, { recursive: true })
})

const ask = (name: keyof typeof files, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}${name}`, { method, headers })

describe.each(['memory', 'disk'] as const)('a file in %s', (name) => {
  test('is sent whole, with its length and tag', async () => {
    const response = await ask(name)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(text)
    expect(response.headers.get('content-length')).toBe('10')
    expect(response.headers.get('etag')).toBe('"a1"')
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(response.headers.get('content-disposition')).toBe('attachment')
  })

  test('returns the same headers and no body for HEAD', async () => {
    const response = await ask(name, {}, 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('10')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('')
  })

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=-99', text, 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
  ])('returns the requested part for %s', async (range, body, contentRange) => {
    const response = await ask(name, { range })
    expect(response.status).toBe(206)
    expect(await response.text()).toBe(body)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(body.length))
  })

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('returns 416 for %s', async (range) => {
    const response = await ask(name, { range })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */10')
    expect(await response.text()).toBe('')
  })

  test.each(['bytes=3-1', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,3-4', ''])(
    'ignores the range %j',
    async (range) => {
      const response = await ask(name, { range })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(text)
    },
  )

  test('honors If-Range only for the same bytes', async () => {
    expect((await ask(name, { range: 'bytes=0-1', 'if-range': '"a1"' })).status).toBe(206)
    expect((await ask(name, { range: 'bytes=0-1', 'if-range': '"b2"' })).status).toBe(200)
    expect((await ask(name, { range: 'bytes=0-1', 'if-range': 'W/"a1"' })).status).toBe(200)
    const date = 'Fri, 20 Nov 2026 10:00:00 GMT'
    expect((await ask(name, { range: 'bytes=0-1', 'if-range': date })).status).toBe(200)
  })
})

test.each(['"a1"', 'W/"a1"', '"x", "a1"', '*', ' * '])('If-None-Match %j returns 304', async (value) => {
  const response = await ask('memory', { 'if-none-match': value })
  expect(response.status).toBe(304)
  expect(response.headers.get('etag')).toBe('"a1"')
  expect(response.headers.get('content-type')).toBeNull()
  expect(await response.text()).toBe('')
})

test('If-None-Match takes precedence over Range', async () => {
  expect((await ask('memory', { 'if-none-match': '"a1"', range: 'bytes=0-1' })).status).toBe(304)
})

test('another tag does not match', () => {
  expect(matchesEtag('"a1-br"', '"a1"')).toBe(false)
  expect(matchesEtag('a1', '"a1"')).toBe(false)
  expect(matchesEtag('"x","y"', '"a1"')).toBe(false)
})

test('an encoded file has no ranges', async () => {
  const response = await ask('encoded', { range: 'bytes=0-1' })
  expect(response.status).toBe(200)
  expect(response.headers.get('accept-ranges')).toBeNull()
})

test('changing one response does not change the next', async () => {
  sendFile(new Request('http://localhost/'), files.memory).headers.set('x-request-id', 'first')
  expect(sendFile(new Request('http://localhost/'), files.memory).headers.get('x-request-id')).toBeNull()
})

test('an empty file has no satisfiable range', () => {
  expect(parseRange('bytes=0-', 0)).toBeNull()
  expect(parseRange('bytes=-5', 0)).toBeNull()
})
