import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reports } from '#contract/catalog/reports'
import { support, type TicketBody } from '#contract/desk/support'
import { market } from '#contract/market/market'
import { installFakeBrowser } from '#core/browser/test-browser'
import { callApi } from './api.ts'
import { ApiError, NetworkError } from './call-errors.ts'

const ticket: TicketBody = {
  name: 'Ada Byron',
  email: 'ada@lodefield.example',
  subject: 'A question',
  message: 'What backs a token?',
  category: 'general',
  priority: 'medium',
}

/** A real server on loopback; `fetch` resolves the contract's paths against it. */
interface Seen {
  path: string
  headers: Headers
}
let requests: Seen[] = []
let respond: () => Response | Promise<Response>
let server: ReturnType<typeof Bun.serve>
const realFetch = globalThis.fetch

beforeEach(() => {
  installFakeBrowser()
  requests = []
  server = Bun.serve({
    port: 0,
    fetch: (request) => {
      // Copied now because the server drops a request's headers after its response.
      requests.push({ path: new URL(request.url).pathname, headers: new Headers(request.headers) })
      return respond()
    },
  })
  const reach = (path: RequestInfo | URL, init?: RequestInit) =>
    realFetch(new URL(String(path), server.url), init)
  vi.stubGlobal('fetch', reach)
})

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await server.stop(true)
})

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('call', () => {
  it('returns the body of an endpoint’s response', async () => {
    respond = () => Response.json({ stale: true })
    expect(await callApi(market.getTickerPrices)).toMatchObject({ stale: true })
    expect(requests[0]?.path).toBe('/api/v1/market-data')
    expect(requests[0]?.headers.has('idempotency-key')).toBe(false)
  })

  it('sends the caller’s idempotency key, or a new one for each call', async () => {
    respond = () => Response.json({ success: true }, { status: 201 })
    await callApi(support.createTicket, { body: ticket }, { idempotencyKey: 'same' })
    await callApi(support.createTicket, { body: ticket })
    await callApi(support.createTicket, { body: ticket })
    const keys = requests.map((request) => request.headers.get('idempotency-key'))
    expect(keys[0]).toBe('same')
    expect(keys[1]).toMatch(/^[\w-]{22}$/)
    expect(keys[2]).not.toBe(keys[1])
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
  })

  it('carries no session', async () => {
    localStorage.setItem('token', 'abc')
    localStorage.setItem('user', '{"first_name":"Ada"}')
    respond = () => Response.json({})
    await callApi(market.getTickerPrices)
    expect(requests[0]?.headers.has('authorization')).toBe(false)
  })

  it('turns an error response into a problem with its code, details and request id', async () => {
    const body = {
      error: 'Some fields need attention',
      code: 'validation',
      request_id: 'r-1',
      details: [{ path: '/email', message: 'Enter a valid email address' }],
    }
    respond = () => Response.json(body, { status: 422 })
    const failure = await failureOf(callApi(support.createTicket, { body: ticket }))
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({
      message: body.error,
      code: 'validation',
      requestId: 'r-1',
      details: body.details,
    })
  })

  it('reads the retry delay from an error', async () => {
    const body = { error: 'Rate limit exceeded.', code: 'rate_limited', request_id: 'r-2' }
    respond = () => Response.json(body, { status: 429, headers: { 'retry-after': '30' } })
    expect(await failureOf(callApi(market.getTickerPrices))).toMatchObject({
      code: 'rate_limited',
      retryAfter: 30,
    })
  })

  it('handles a proxy’s error page', async () => {
    respond = () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'x-request-id': 'r-3' } })
    expect(await failureOf(callApi(market.getTickerPrices))).toMatchObject({
      code: 'unavailable',
      requestId: 'r-3',
    })
  })

  it('distinguishes an unreachable server from a rejected call', async () => {
    await server.stop(true)
    expect(await failureOf(callApi(market.getTickerPrices))).toMatchObject({
      message: 'The server could not be reached',
    })
  })

  it('times out after ten seconds', async () => {
    const waiting = Promise.withResolvers<Response>()
    const requested = Promise.withResolvers<void>()
    respond = () => {
      requested.resolve()
      return waiting.promise
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failure = failureOf(callApi(market.getTickerPrices))
    await requested.promise
    vi.advanceTimersByTime(10_000)
    expect(await failure).toBeInstanceOf(NetworkError)
    expect(await failure).toMatchObject({
      message: 'The server could not be reached',
      cause: { name: 'AbortError' },
    })
    waiting.resolve(new Response())
  })

  it('returns a `Response` for an endpoint that sends bytes', async () => {
    respond = () => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } })
    const response = await callApi(reports.download, { params: { id: 'a-report' } })
    expect(await response.text()).toBe('%PDF-')
  })
})
