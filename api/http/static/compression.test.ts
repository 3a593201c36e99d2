import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTransaction } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let investor: Awaited<ReturnType<TestApp['signIn']>>
beforeAll(async () => {
  app = await startTestApp()
  investor = await app.signIn()
  for (let i = 0; i < 20; i++) await createTransaction(app.db, { user_id: investor.user.id })
})
afterAll(() => app.close())

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

/** The response, its bytes, and its decoded text. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await app.fetch(new Request(`http://localhost/api/v1${path}`, { method, headers }))
  const bytes = Buffer.from(await response.arrayBuffer())
  const coding = response.headers.get('content-encoding')
  const text = (coding === null ? bytes : decoders[coding as 'br' | 'gzip'](bytes)).toString()
  return { response, bytes, coding, text }
}

describe.each([
  ['a shared response', () => ({ path: '/openapi.json', headers: {} })],
  ['a private response', () => ({ path: '/user/transactions?limit=20', headers: investor.headers })],
])('%s', (_, call) => {
  test.each(['br', 'gzip'] as const)('is sent as %s, at a fraction of its size', async (coding) => {
    const { path, headers } = call()
    const plain = await ask(path, headers)
    const packed = await ask(path, { ...headers, 'accept-encoding': coding })
    expect(plain.coding).toBeNull()
    expect(packed.coding).toBe(coding)
    expect(packed.text).toBe(plain.text)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(packed.response.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(plain.response.headers.get('vary')).toMatch(/accept-encoding/i)
  })

  test('%s is plain for a client that accepts no coding', async () => {
    const { path, headers } = call()
    for (const accept of ['identity', 'br;q=0, gzip;q=0', 'zstd']) {
      expect((await ask(path, { ...headers, 'accept-encoding': accept })).coding, accept).toBeNull()
    }
  })
})

test('a shared response has a tag for each coding, and 304 in that coding only', async () => {
  const tags = new Map<string, string>()
  for (const coding of ['identity', 'gzip', 'br']) {
    const { response } = await ask('/openapi.json', { 'accept-encoding': coding })
    tags.set(coding, response.headers.get('etag') ?? '')
  }
  expect(new Set(tags.values()).size).toBe(3)
  for (const [coding, tag] of tags) {
    for (const requested of tags.keys()) {
      const headers = { 'accept-encoding': requested, 'if-none-match': tag }
      const { response, bytes } = await ask('/openapi.json', headers)
      expect(response.status, `${coding} ${requested}`).toBe(coding === requested ? 304 : 200)
      if (response.status === 304) expect(bytes.length).toBe(0)
    }
  }
})

describe('not compressed', () => {
  const accept = { 'accept-encoding': 'br, gzip' }

  test('short responses are plain', async () => {
    expect((await ask('/health', accept)).coding).toBeNull()
  })

  test('responses that contain tokens, and errors, are plain', async () => {
    const headers = { ...accept, ...investor.headers }
    expect((await ask('/csrf-token', headers)).coding).toBeNull()
    expect((await ask('/auth/refresh', headers, 'POST')).coding).toBeNull()
  })

  test('event streams are plain', async () => {
    const leaving = new AbortController()
    const response = await app.fetch(
      new Request('http://localhost/api/v1/events', {
        headers: { ...accept, ...investor.headers },
        signal: leaving.signal,
      }),
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('content-encoding')).toBeNull()
    await response.body?.cancel()
    leaving.abort()
  })
})
