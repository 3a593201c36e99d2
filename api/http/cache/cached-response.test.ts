import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type SharedResponse, serialiseResponse } from '#http/pipeline/responses'
import { CachedResponse } from './cached-response.ts'

const PERIOD = 1_000
const answer = (body: string) => serialiseResponse(body, { maxAge: 1 })

let failures: unknown[] = []
beforeEach(() => {
  failures = []
  vi.useFakeTimers({ now: 10 * PERIOD })
})
afterEach(() => void vi.useRealTimers())

/** Replace `next` to change what is made; `made` counts. */
function hold(next: { make: () => Promise<SharedResponse> | SharedResponse }) {
  const counted = { made: 0 }
  const held = new CachedResponse({
    freshFor: PERIOD,
    make: () => {
      counted.made += 1
      return next.make()
    },
    onFailure: (error) => failures.push(error),
  })
  return { held, counted }
}

const bodyOf = async (held: CachedResponse) => (await held.read()).body

describe('a cached response', () => {
  test('is made once per period, and periods end on the clock', async () => {
    const next = { make: () => answer('one') }
    const { held, counted } = hold(next)
    vi.setSystemTime(10 * PERIOD + 900)
    expect(await bodyOf(held)).toBe('one')
    next.make = () => answer('two')
    expect(await bodyOf(held)).toBe('one')
    expect(held.fresh()?.body).toBe('one')
    vi.setSystemTime(11 * PERIOD)
    expect(held.fresh()).toBeUndefined()
    expect(await bodyOf(held)).toBe('two')
    expect(counted.made).toBe(2)
  })

  test('is made once for concurrent callers, who get the last one in the meantime', async () => {
    const next = { make: async () => answer('one') }
    const { held, counted } = hold(next)
    expect(await Promise.all([bodyOf(held), bodyOf(held)])).toEqual(['one', 'one'])
    expect(counted.made).toBe(1)
    next.make = async () => answer('two')
    vi.setSystemTime(11 * PERIOD)
    expect(await bodyOf(held)).toBe('one')
    expect(await bodyOf(held)).toBe('two')
  })

  test('is sent when it expired before it was made and no newer one can be made', async () => {
    const begun = Promise.withResolvers<SharedResponse>()
    const next = { make: () => begun.promise }
    const { held } = hold(next)
    const first = bodyOf(held)
    held.expire()
    begun.resolve(answer('one'))
    expect(await first).toBe('one')
    next.make = () => Promise.reject(new Error('no database'))
    expect(await bodyOf(held)).toBe('one')
    expect(failures).toHaveLength(1)
    next.make = async () => answer('two')
    vi.setSystemTime(12 * PERIOD)
    expect(await bodyOf(held)).toBe('two')
  })

  test('is awaited after more than a period without requests', async () => {
    const next = { make: async () => answer('one') }
    const { held } = hold(next)
    await held.read()
    next.make = async () => answer('two')
    vi.setSystemTime(60 * PERIOD)
    expect(await bodyOf(held)).toBe('two')
  })

  test.each([
    [
      'at once',
      () => {
        throw new Error('down')
      },
    ],
    ['after a wait', () => Promise.reject(new Error('down'))],
  ])('is sent when making a new one fails %s, and is made again in the next period', async (_, fail) => {
    const next: { make: () => Promise<SharedResponse> | SharedResponse } = { make: () => answer('one') }
    const { held, counted } = hold(next)
    await held.read()
    next.make = fail
    vi.setSystemTime(20 * PERIOD)
    expect(await bodyOf(held)).toBe('one')
    expect(await bodyOf(held)).toBe('one')
    expect(counted.made).toBe(2)
    expect(failures).toHaveLength(1)
    next.make = () => answer('two')
    vi.setSystemTime(21 * PERIOD)
    expect(await bodyOf(held)).toBe('two')
  })

  test('throws when making the first one fails', async () => {
    const { held } = hold({ make: () => Promise.reject(new Error('down')) })
    await expect(held.read()).rejects.toThrow('down')
    expect(failures).toEqual([])
  })

  test('is awaited after it expired, and one begun before is not stored', async () => {
    const next = { make: async () => answer('one') }
    const { held } = hold(next)
    await held.read()
    const slow = Promise.withResolvers<SharedResponse>()
    next.make = () => slow.promise
    held.expire()
    const early = bodyOf(held)
    held.expire()
    next.make = async () => answer('three')
    expect(await bodyOf(held)).toBe('three')
    slow.resolve(answer('two'))
    expect(await early).toBe('two')
    expect(held.fresh()?.body).toBe('three')
  })

  test('is sent after it expired when making a new one fails', async () => {
    const next: { make: () => Promise<SharedResponse> | SharedResponse } = { make: () => answer('one') }
    const { held } = hold(next)
    await held.read()
    next.make = () => Promise.reject(new Error('down'))
    held.expire()
    expect(await bodyOf(held)).toBe('one')
    expect(failures).toHaveLength(1)
  })
})
