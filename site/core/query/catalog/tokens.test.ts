import { describe, expect, it } from 'vitest'
import { sampleTokens } from './sample-tokens.ts'
import { ALL_TOKENS, countCategories, filterTokens } from './tokens.ts'

describe('the categories of the picker', () => {
  it('are all tokens and the three specified categories, each with its count', () => {
    expect(countCategories(sampleTokens)).toEqual([
      { name: 'All Tokens', count: 10 },
      { name: 'Precious Metals', count: 2 },
      { name: 'Rare Earth Elements', count: 6 },
      { name: 'Industrial Minerals', count: 2 },
    ])
  })

  it('are kept when empty, and are followed by others', () => {
    const gem = { ...sampleTokens[0], category: 'Gemstones' } as (typeof sampleTokens)[number]
    expect(countCategories([gem]).map(({ name, count }) => `${name} ${count}`)).toEqual([
      'All Tokens 1',
      'Precious Metals 0',
      'Rare Earth Elements 0',
      'Industrial Minerals 0',
      'Gemstones 1',
    ])
  })

  it('filter the list', () => {
    expect(filterTokens(sampleTokens, ALL_TOKENS)).toHaveLength(10)
    expect(filterTokens(sampleTokens, 'Precious Metals').map(({ symbol }) => symbol)).toEqual([
      '$WITGOLD',
      '$BUSHVELD',
    ])
    expect(filterTokens(sampleTokens, 'Gemstones')).toEqual([])
  })
})

describe('the built-in tokens', () => {
  it('are the ten of the specification', () => {
    expect(sampleTokens.map(({ symbol, name }) => `${symbol} ${name}`)).toEqual([
      '$WITGOLD Gold',
      '$GAClay Kaolin',
      '$HALL Halloysite',
      '$REECLAY Rare-earth Ion-adsorption Clays',
      '$MONZ Monazite',
      '$BAST Bastnäsite',
      '$BYNREE Bayan Obo Deposit',
      '$MTPASS Mountain Pass Deposit',
      '$BUSHVELD Platinum Group Metals',
      '$MAGREE Magnet Rare Earths',
    ])
  })
})
