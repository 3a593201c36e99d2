import { describe, expect, it } from 'vitest'
import type { CryptoPrice } from '#contract/market/market'
import { type CoinListOptions, filterAndSortCoins, sampleCoins } from './crypto-prices.ts'

const coin = (name: string, symbol: string, figures: Partial<CryptoPrice> = {}): CryptoPrice => ({
  id: name,
  symbol,
  name,
  image: '',
  current_price: 1,
  market_cap: 1,
  market_cap_rank: 1,
  price_change_percentage_24h: 0,
  total_volume: 1,
  last_updated: '',
  ...figures,
})
const coins = [
  coin('Bitcoin', 'btc', {
    market_cap: 9,
    current_price: 90,
    price_change_percentage_24h: -2,
    total_volume: 3,
  }),
  coin('Ether', 'eth', { market_cap: 5, current_price: 30, price_change_percentage_24h: 4, total_volume: 9 }),
  coin('Bit New', 'new', { market_cap: null, price_change_percentage_24h: null, total_volume: null }),
]
const choose = (choice: Partial<CoinListOptions>) =>
  filterAndSortCoins(coins, { search: '', sort: 'market_cap', descending: true, ...choice }).map(
    ({ symbol }) => symbol,
  )

describe('the list of coins', () => {
  it('is searched by name or symbol, ignoring case', () => {
    expect(choose({ search: ' BIT ' })).toEqual(['btc', 'new'])
    expect(choose({ search: 'Eth' })).toEqual(['eth'])
    expect(choose({ search: 'TC' })).toEqual(['btc'])
    expect(choose({ search: 'zzz' })).toEqual([])
  })

  it('is sorted by each figure both ways, with unknown figures last', () => {
    expect(choose({ sort: 'market_cap' })).toEqual(['btc', 'eth', 'new'])
    expect(choose({ sort: 'market_cap', descending: false })).toEqual(['eth', 'btc', 'new'])
    expect(choose({ sort: 'price' })).toEqual(['btc', 'eth', 'new'])
    expect(choose({ sort: 'change' })).toEqual(['eth', 'btc', 'new'])
    expect(choose({ sort: 'change', descending: false })).toEqual(['btc', 'eth', 'new'])
    expect(choose({ sort: 'volume' })).toEqual(['eth', 'btc', 'new'])
  })

  it('does not mutate its input', () => {
    const before = coins.map(({ symbol }) => symbol)
    choose({ sort: 'volume' })
    expect(coins.map(({ symbol }) => symbol)).toEqual(before)
  })
})

it('has Bitcoin and Ethereum as samples', () => {
  expect(sampleCoins.map(({ name }) => name)).toEqual(['Bitcoin', 'Ethereum'])
})
