import { describe, expect, it } from 'vitest'
import { tokenCatalog } from '#shared/default-tokens'
import { findPriceDrivers, listSeriesMetals, type Series } from './series-price-drivers.ts'

const find = (series: readonly Series[]) => {
  const { byMetal, unpriced } = findPriceDrivers(series)
  return {
    metals: Object.fromEntries(
      [...byMetal].map(([metal, driven]) => [metal, driven.map(({ symbol }) => symbol)]),
    ),
    unpriced: unpriced.map(({ symbol }) => symbol),
  }
}

const one = (name: string, category = 'Precious Metals'): Series => ({
  symbol: name,
  name,
  category,
  value: null,
})

describe('the price drivers of series', () => {
  it('are the metals of the first ten tokens, of which eight have no public price', () => {
    expect(find(tokenCatalog.map((token) => ({ ...token, value: null })))).toEqual({
      metals: { XAU: ['$WITGOLD'], XPT: ['$BUSHVELD'], XPD: ['$BUSHVELD'] },
      unpriced: ['$GAClay', '$HALL', '$REECLAY', '$MONZ', '$BAST', '$BYNREE', '$MTPASS', '$MAGREE'],
    })
  })

  it('are found by whole words, case-insensitively, metals in table order', () => {
    const { metals, unpriced } = find([one('PALLADIUM and silver'), one('Goldfinch Ridge')])
    expect(metals).toEqual({ XAG: ['PALLADIUM and silver'], XPD: ['PALLADIUM and silver'] })
    expect(Object.keys(metals)).toEqual(['XAG', 'XPD'])
    expect(unpriced).toEqual(['Goldfinch Ridge'])
  })

  it('are not guessed for a name in another category or for a deleted token', () => {
    expect(find([one('Gold Coast Bauxite', 'Industrial Minerals'), one('$OLD', '')])).toEqual({
      metals: {},
      unpriced: [],
    })
  })

  it('are known for a single series, which may have several', () => {
    const drivers = findPriceDrivers([one('Platinum group metals'), one('Gold')])
    expect(listSeriesMetals(drivers, 'Platinum group metals')).toEqual(['XPT', 'XPD'])
    expect(listSeriesMetals(drivers, 'Gold')).toEqual(['XAU'])
    expect(listSeriesMetals(drivers, 'Another')).toEqual([])
  })
})
