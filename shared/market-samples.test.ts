import { expect, it } from 'vitest'
import { marketAssets } from './market-assets.ts'
import { areaSamples, tickerSamples } from './market-samples.ts'

it('has one sample price of each asset, except where the specification fixes two', () => {
  const different = marketAssets.flatMap(({ ticker, symbol }) =>
    ticker && tickerSamples[ticker].price !== areaSamples[symbol] ? [symbol] : [],
  )
  expect(different).toEqual(['XAG', 'BTC', 'ETH'])
  expect(Object.keys(areaSamples)).toEqual(marketAssets.map(({ symbol }) => symbol))
})

it('lists metals before cryptocurrencies', () => {
  expect(marketAssets.map(({ kind }) => kind)).toEqual([
    ...Array<string>(4).fill('metal'),
    ...Array<string>(5).fill('crypto'),
  ])
})
