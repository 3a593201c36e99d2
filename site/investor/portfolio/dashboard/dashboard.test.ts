import { describe, expect, it } from 'vitest'
import type { Holding } from '#contract/portfolio/portfolio'
import { getCategoryPattern } from '#shared/category-hatch'
import { getReturnBarWidth, getSignTone } from '#site/investor/kit/amount-tone.ts'
import { groupByCategory } from './allocation.ts'
import { createAllocationPatterns } from './allocation-patterns.ts'
import { describeInvested } from './KeyMetrics.tsx'
import { describeHistory, listMonthEnds, toHistoryPoints } from './value-history.ts'

const holding = (
  symbol: string,
  category: string,
  investments: number,
  value: string | null = null,
): Holding => ({
  symbol,
  name: symbol,
  category,
  investments,
  approved_at: '2026-01-05T00:00:00.000Z',
  value,
})

describe('the allocation', () => {
  it('groups tokens by category, largest first', () => {
    const shares = groupByCategory([
      holding('$A', 'Metals', 1),
      holding('$B', 'Clays', 2),
      holding('$C', 'Metals', 5),
    ])
    expect(shares).toEqual([
      { category: 'Metals', symbols: ['$A', '$C'], size: 6, percent: 75 },
      { category: 'Clays', symbols: ['$B'], size: 2, percent: 25 },
    ])
  })

  it('goes by value once units have one, and then omits requests', () => {
    const shares = groupByCategory([
      holding('$A', 'Metals', 0, '75.00'),
      holding('$B', 'Clays', 1, '25.00'),
      holding('$C', 'Salts', 9),
    ])
    expect(shares).toEqual([
      { category: 'Metals', symbols: ['$A'], size: 75, percent: 75 },
      { category: 'Clays', symbols: ['$B'], size: 25, percent: 25 },
    ])
  })

  it('names deleted tokens, and merges parts beyond five', () => {
    const categories = ['One', 'Two', 'Three', 'Four', 'Five', '']
    const shares = groupByCategory(categories.map((category, at) => holding(`$${at}`, category, 10 - at)))
    expect(shares.map(({ category }) => category)).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Other categories',
    ])
    expect(shares.at(-1)).toMatchObject({ symbols: ['$4', '$5'], size: 11 })
    expect(shares.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100)
    expect(groupByCategory([holding('$GONE', '', 1)])[0]?.category).toBe('Delisted tokens')
  })
})

describe('the hatch of a share', () => {
  it('is that of its category, and gray if it is not a category', () => {
    const hatchOfShare = createAllocationPatterns([
      'Gemstones',
      'Salt',
      'Other categories',
      'Delisted tokens',
    ])
    expect(hatchOfShare('Gemstones')).toBe(getCategoryPattern('Gemstones'))
    expect(hatchOfShare('Salt')).toBe(getCategoryPattern('Salt'))
    expect(hatchOfShare('Other categories').color).toBe('gray')
    expect(hatchOfShare('Delisted tokens').color).toBe('gray')
  })
})

describe('the value over time', () => {
  const point = (time: string, total_value: string) => ({ time, total_value, total_invested: '0.00' })
  const readings = toHistoryPoints({
    points: [
      point('2026-01-05T00:00:00.000Z', '90.00'),
      point('2026-01-31T23:00:00.000Z', '95.00'),
      point('2026-03-01T00:00:00.000Z', '100.00'),
    ],
    contributions: [
      { time: '2026-01-02T00:00:00.000Z', net: '50.00' },
      { time: '2026-01-05T00:00:00.000Z', net: '90.00' },
      { time: '2026-02-10T00:00:00.000Z', net: '80.00' },
    ],
  })

  it('has a reading at each change of either line, with the other line’s last value', () => {
    expect(readings.map(({ time, value, contributed }) => [time.slice(0, 10), value, contributed])).toEqual([
      ['2026-01-02', undefined, '50.00'],
      ['2026-01-05', '90.00', '90.00'],
      ['2026-01-31', '95.00', '90.00'],
      ['2026-02-10', '95.00', '80.00'],
      ['2026-03-01', '100.00', '80.00'],
    ])
  })

  it('has one row per month in its table: the last reading', () => {
    expect(listMonthEnds(readings).map(({ value, contributed }) => [value, contributed])).toEqual([
      ['95.00', '90.00'],
      ['95.00', '80.00'],
      ['100.00', '80.00'],
    ])
  })

  it('is described in a sentence', () => {
    expect(describeHistory(readings)).toBe(
      'Portfolio value from January 5, 2026 to March 1, 2026: from $90.00 to $100.00, with net contributions of $80.00 at the end.',
    )
  })
})

describe('figures', () => {
  it('fill the bar between 0 and 100 percent', () => {
    expect([-12, 0, 17.16, 100, 250].map(getReturnBarWidth)).toEqual([0, 0, 17.16, 100, 100])
  })
  it('have the color of their sign, zero none', () => {
    expect(['1250.00', '-40.00', '0.00', '-0.00'].map(getSignTone)).toEqual([
      'text-gain',
      'text-loss',
      '',
      '',
    ])
  })
})

it('the invested total says when it contains units received', () => {
  expect([undefined, '0.00', '256.67'].map(describeInvested)).toEqual([
    'Your total deposits',
    'Your total deposits',
    'Your deposits and units received',
  ])
})
