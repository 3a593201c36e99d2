import { describe, expect, it } from 'vitest'
import type { Holding, ValuePoint } from '#contract/portfolio'
import { shareByCategory } from './allocation.ts'
import { barWidth, toneOf } from './figures.ts'
import { describeHistory, monthEnds } from './value-history.ts'

const holding = (symbol: string, category: string, investments: number): Holding => ({
  symbol,
  name: symbol,
  category,
  investments,
})

describe('the allocation', () => {
  it('puts tokens together by category, largest first', () => {
    const shares = shareByCategory([
      holding('$A', 'Metals', 1),
      holding('$B', 'Clays', 2),
      holding('$C', 'Metals', 5),
    ])
    expect(shares).toEqual([
      { category: 'Metals', symbols: ['$A', '$C'], investments: 6, percent: 75 },
      { category: 'Clays', symbols: ['$B'], investments: 2, percent: 25 },
    ])
  })

  it('names tokens that are gone, and puts what is beyond five parts together', () => {
    const categories = ['One', 'Two', 'Three', 'Four', 'Five', '']
    const shares = shareByCategory(categories.map((category, at) => holding(`$${at}`, category, 10 - at)))
    expect(shares.map(({ category }) => category)).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Other categories',
    ])
    expect(shares.at(-1)).toMatchObject({ symbols: ['$4', '$5'], investments: 11 })
    expect(shares.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100)
    expect(shareByCategory([holding('$GONE', '', 1)])[0]?.category).toBe('Tokens no longer listed')
  })
})

describe('the value over time', () => {
  const point = (time: string, total_value: string): ValuePoint => ({
    time,
    total_value,
    total_invested: '90.00',
  })
  const points = [
    point('2026-01-05T00:00:00.000Z', '90.00'),
    point('2026-01-31T23:00:00.000Z', '95.00'),
    point('2026-03-01T00:00:00.000Z', '100.00'),
  ]

  it('has one line a month in its table: the last of it', () => {
    expect(monthEnds(points).map(({ total_value }) => total_value)).toEqual(['95.00', '100.00'])
  })

  it('is told in a sentence', () => {
    expect(describeHistory(points)).toBe(
      'Portfolio value from January 5, 2026 to March 1, 2026: from $90.00 to $100.00, with $90.00 invested at the end.',
    )
  })
})

describe('figures', () => {
  it('fill the bar from nothing to all of it', () => {
    expect([-12, 0, 17.16, 100, 250].map(barWidth)).toEqual([0, 0, 17.16, 100, 100])
  })
  it('have the colour of their sign, zero none', () => {
    expect(['1250.00', '-40.00', '0.00', '-0.00'].map(toneOf)).toEqual(['text-gain', 'text-loss', '', ''])
  })
})
