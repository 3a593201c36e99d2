import { describe, expect, it } from 'vitest'
import { getPriceChangeSince } from './price-change-since.ts'

const points = [
  { time: '2026-10-30T12:00:00.000Z', price: 100, volume: null },
  { time: '2026-10-31T12:00:00.000Z', price: 80, volume: null },
  { time: '2026-11-01T00:00:00.000Z', price: 120, volume: null },
  { time: '2026-11-20T12:00:00.000Z', price: 88, volume: null },
]

describe('the price change since a day', () => {
  it('starts at the last price of the day', () => {
    expect(getPriceChangeSince(points, '2026-10-31')).toEqual({
      before: 80,
      now: 88,
      change: expect.closeTo(10),
    })
  })

  it('starts at the last price before a day that has none', () => {
    expect(getPriceChangeSince(points, '2026-11-10')?.before).toBe(120)
  })

  it('is unknown before the history begins, and without one', () => {
    expect(getPriceChangeSince(points, '2026-10-29')).toBeUndefined()
    expect(getPriceChangeSince([], '2026-10-31')).toBeUndefined()
  })
})
