import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/problem'
import { type SharedResponse, serializeResponse } from '#http/pipeline/responses'
import { CachedResponse } from './cached-response.ts'

const PERIOD = 1_000
const response = (body: string) => serializeResponse(body, { maxAge: 1 })

let failures: unknown[] = []
beforeEach(() => {
  failures = []
  // Only the clock: timers of shared modules must not stop with it.
  vi.useFakeTimers({ toFake: ['Date'], now: 10 * PERIOD })
})
afterEach(() => void vi.useRealTimers())

/** Replace `next` to change what is built; `made` counts the builds. */
function createCached(next: { make: () => Promise<SharedResponse> | SharedResponse }) {
  const counted = { made: 0 }
  const cached = new CachedResponse({
    maxAgeMs: PERIOD,
    make: () => {
      counted.made += 1
      return next.make()
    },
    onFailure: (error) => failures.push(error),
  })
  return { cached, counted }
}

const bodyOf = async (cached: CachedResponse) => (await cached.read()).body

describe('a cached response', () => {
  test('is built once per period, and periods end on the clock', async () => {
    const next = { make: () => response('one') }
    const { cached, counted } = createCached(next)
    vi.setSystemTime(10 * PERIOD + 900)
    expect(await bodyOf(cached)).toBe('one')
    next.make = () => response('two')
    expect(await bodyOf(cached)).toBe('one')
    expect(cached.fresh()?.body).toBe('one')
    vi.setSystemTime(11 * PERIOD)
    expect(cached.fresh()).toBeUndefined()
    expect(await bodyOf(cached)).toBe('two')
    expect(counted.made).toBe(2)
  })

  test('is built once for concurrent callers, who get the previous one in the meantime', async () => {
    const next = { make: async () => response('one') }
    const { cached, counted } = createCached(next)
    expect(await Promise.all([bodyOf(cached), bodyOf(cached)])).toEqual(['one', 'one'])
    expect(counted.made).toBe(1)
    next.make = async () => response('two')
    vi.setSystemTime(11 * PERIOD)
    expect(await bodyOf(cached)).toBe('one')
    expect(await bodyOf(cached)).toBe('two')
  })

  test('is sent if it expired while being built and no newer one can be built', async () => {
    const begun = Promise.withResolvers<SharedResponse>()
    const next = { make: () => begun.promise }
    const { cached } = createCached(next)
    const first = bodyOf(cached)
    cached.expire()
    begun.resolve(response('one'))
    expect(await first).toBe('one')
    next.make = () => Promise.reject(new Error('no database'))
    expect(await bodyOf(cached)).toBe('one')
    expect(failures).toHaveLength(1)
    next.make = async () => response('two')
    vi.setSystemTime(12 * PERIOD)
    expect(await bodyOf(cached)).toBe('two')
  })

  test('is awaited after more than one period without requests', async () => {
    const next = { make: async () => response('one') }
    const { cached } = createCached(next)
    await cached.read()
    next.make = async () => response('two')
    vi.setSystemTime(60 * PERIOD)
    expect(await bodyOf(cached)).toBe('two')
  })

  test.each([
    [
      'at once',
      () => {
        throw new Error('down')
      },
    ],
    ['after a wait', () => Promise.reject(new Error('down'))],
  ])('is sent when rebuilding fails %s, and is rebuilt in the next period', async (_, fail) => {
    const next: { make: () => Promise<SharedResponse> | SharedResponse } = { make: () => response('one') }
    const { cached, counted } = createCached(next)
    await cached.read()
    next.make = fail
    vi.setSystemTime(20 * PERIOD)
    expect(await bodyOf(cached)).toBe('one')
    expect(await bodyOf(cached)).toBe('one')
    expect(counted.made).toBe(2)
    expect(failures).toHaveLength(1)
    next.make = () => response('two')
    vi.setSystemTime(21 * PERIOD)
    expect(await bodyOf(cached)).toBe('two')
  })

  test('throws when the first build fails', async () => {
    const { cached } = createCached({ make: () => Promise.reject(new Error('down')) })
    await expect(cached.read()).rejects.toThrow('down')
    expect(failures).toEqual([])
  })

  test('is awaited after it expired, and a build begun earlier is not stored', async () => {
    const next = { make: async () => response('one') }
    const { cached } = createCached(next)
    await cached.read()
    const slow = Promise.withResolvers<SharedResponse>()
    next.make = () => slow.promise
    cached.expire()
    const early = bodyOf(cached)
    cached.expire()
    next.make = async () => response('three')
    expect(await bodyOf(cached)).toBe('three')
    slow.resolve(response('two'))
    expect(await early).toBe('two')
    expect(cached.fresh()?.body).toBe('three')
  })

  test('is sent after it expired when rebuilding fails', async () => {
    const next: { make: () => Promise<SharedResponse> | SharedResponse } = { make: () => response('one') }
    const { cached } = createCached(next)
    await cached.read()
    next.make = () => Promise.reject(new Error('down'))
    cached.expire()
    expect(await bodyOf(cached)).toBe('one')
    expect(failures).toHaveLength(1)
  })

  test('is not sent once its subject is no longer found', async () => {
    const next: { make: () => Promise<SharedResponse> } = { make: async () => response('one') }
    const { cached } = createCached(next)
    await cached.read()
    next.make = () => Promise.reject(new Problem('not_found', 'It is gone.'))
    cached.expire()
    await expect(cached.read()).rejects.toThrow('It is gone.')
    expect(failures).toEqual([])
    next.make = () => Promise.reject(new Error('down'))
    await expect(cached.read(), 'nor later').rejects.toThrow('down')
  })

  test('is sent at most once more when its subject is found missing in the background', async () => {
    const next: { make: () => Promise<SharedResponse> } = { make: async () => response('one') }
    const { cached } = createCached(next)
    await cached.read()
    next.make = () => Promise.reject(new Problem('not_found', 'It is gone.'))
    vi.setSystemTime(11 * PERIOD)
    expect(await bodyOf(cached)).toBe('one')
    await vi.advanceTimersByTimeAsync(0)
    await expect(cached.read()).rejects.toThrow('It is gone.')
    expect(failures).toEqual([])
  })
})
