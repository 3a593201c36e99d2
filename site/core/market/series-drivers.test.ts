import { describe, expect, it } from 'vitest'
import { tokenCatalogue } from '#shared/token-catalogue'
import { findDrivers, metalsOf, type Series } from './series-drivers.ts'

const find = (series: readonly Series[]) => {
  const { byMetal, unpriced } = findDrivers(series)
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

describe('the drivers of series', () => {
  it('are the metals of the first ten tokens, of which eight have no public price', () => {
    expect(find(tokenCatalogue.map((token) => ({ ...token, value: null })))).toEqual({
      metals: { XAU: ['$WITGOLD'], XPT: ['$BUSHVELD'], XPD: ['$BUSHVELD'] },
      unpriced: ['$GAClay', '$HALL', '$REECLAY', '$MONZ', '$BAST', '$BYNREE', '$MTPASS', '$MAGREE'],
    })
  })

  it('are found by whole words, whatever their case, metals in the order of the table', () => {
    const { metals, unpriced } = find([one('PALLADIUM and silver'), one('Goldfinch Ridge')])
    expect(metals).toEqual({ XAG: ['PALLADIUM and silver'], XPD: ['PALLADIUM and silver'] })
    expect(Object.keys(metals)).toEqual(['XAG', 'XPD'])
    expect(unpriced).toEqual(['Goldfinch Ridge'])
  })

  it('are not guessed for a name in another category, nor for a deleted token', () => {
    expect(find([one('Gold Coast Bauxite', 'Industrial Minerals'), one('$OLD', '')])).toEqual({
      metals: {},
      unpriced: [],
    })
  })

  it('are known for one series, which may have several', () => {
    const drivers = findDrivers([one('Platinum group metals'), one('Gold')])
    expect(metalsOf(drivers, 'Platinum group metals')).toEqual(['XPT', 'XPD'])
    expect(metalsOf(drivers, 'Gold')).toEqual(['XAU'])
    expect(metalsOf(drivers, 'Another')).toEqual([])
  })
})
