import { expect, it } from 'vitest'
import { marketAssets } from './market-assets.ts'
import { areaSamples } from './market-samples.ts'
import { tickerAssets } from './ticker-assets.ts'

it('has one sample price of each asset, except where the specification fixes two', () => {
  const different = tickerAssets.filter(({ symbol, sample }) => sample.price !== areaSamples[symbol])
  expect(different.map(({ symbol }) => symbol)).toEqual(['XAG', 'BTC', 'ETH'])
  expect(Object.keys(areaSamples)).toEqual(marketAssets.map(({ symbol }) => symbol))
})

it('lists metals before cryptocurrencies', () => {
  expect(marketAssets.map(({ kind }) => kind)).toEqual([
    ...Array<string>(4).fill('metal'),
    ...Array<string>(5).fill('crypto'),
  ])
})
