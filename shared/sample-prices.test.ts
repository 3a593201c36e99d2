import { expect, it } from 'vitest'
import { marketAssets } from './market-assets.ts'
import { samplePrices } from './sample-prices.ts'
import { tickerAssets } from './ticker-assets.ts'

it('has one sample price for each asset, except where the specification defines two', () => {
  const different = tickerAssets.filter(({ symbol, sample }) => sample.price !== samplePrices[symbol])
  expect(different.map(({ symbol }) => symbol)).toEqual(['XAG', 'BTC', 'ETH'])
  expect(Object.keys(samplePrices)).toEqual(marketAssets.map(({ symbol }) => symbol))
})

it('lists metals before cryptocurrencies', () => {
  expect(marketAssets.map(({ kind }) => kind)).toEqual([
    ...Array<string>(4).fill('metal'),
    ...Array<string>(5).fill('crypto'),
  ])
})
