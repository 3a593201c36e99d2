import { describe, expect, it } from 'vitest'
import { indexToCommonStart } from './chart-comparison.ts'

const chart = (first: number, ...prices: number[]) =>
  prices.map((price, at) => ({
    time: new Date(Date.UTC(2026, 10, 20, first + at)).toISOString(),
    price,
    volume: null,
  }))
const indices = (pair: ReturnType<typeof indexToCommonStart>) =>
  pair?.map((points) => points.map(({ index }) => Math.round(index * 100) / 100))

describe('two charts indexed to 100', () => {
  it('begin at 100 and keep their prices', () => {
    const pair = indexToCommonStart(chart(0, 2000, 2100, 1900), chart(0, 50, 75, 100))
    expect(indices(pair)).toEqual([
      [100, 105, 95],
      [100, 150, 200],
    ])
    expect(pair?.[1].map(({ price }) => price)).toEqual([50, 75, 100])
  })

  it('begin where the shorter one begins', () => {
    expect(indices(indexToCommonStart(chart(0, 10, 20, 30), chart(1, 4, 5)))).toEqual([
      [100, 150],
      [100, 125],
    ])
  })

  it('do not exist without two points in common', () => {
    expect(indexToCommonStart(chart(0, 1, 2), [])).toBeUndefined()
    expect(indexToCommonStart(chart(0, 1, 2), chart(5, 1, 2))).toBeUndefined()
    expect(indexToCommonStart(chart(0, 1, 2), chart(1, 1, 2))).toBeUndefined()
  })
})

it('pairs prices that are seconds apart, and omits those without a counterpart', () => {
  const shift = (seconds: number) => (point: ReturnType<typeof chart>[number]) => ({
    ...point,
    time: new Date(Date.parse(point.time) + seconds * 1000).toISOString(),
  })
  const later = chart(0, 50, 75, 100).map(shift(40))
  const pair = indexToCommonStart(chart(0, 2000, 2100, 1900, 1950), later)
  expect(indices(pair)).toEqual([
    [100, 105, 95],
    [100, 150, 200],
  ])
  expect(pair?.[1].map(({ time }) => time)).toEqual(pair?.[0].map(({ time }) => time))
  expect(indices(indexToCommonStart(later, chart(0, 2000, 2100, 1900, 1950)))).toEqual([
    [100, 150, 200],
    [100, 105, 95],
  ])
})
