import { afterEach, expect, test } from 'vitest'
import { CallBudget } from '#modules/market/source-health'
import { startFakeSources } from '#modules/market/testing-price-sources'
import { createCoinGecko } from './coingecko.ts'

const sources = startFakeSources(Date.now)
afterEach(() => {
  sources.keys.length = 0
})
const openSource = (key: string, url = sources.url) => {
  const source = createCoinGecko({ url, key })
  return { source, read: () => source.readPrices(AbortSignal.timeout(5_000)) }
}
const monthOf = (every: number) => (31 * 86_400_000) / every

test('without a key CoinGecko is called less often than its free plan allows', async () => {
  const { source, read } = openSource('')
  await read()
  expect(monthOf(source.every)).toBeLessThan(10_000)
  const sent = [...(sources.keys[0]?.keys() ?? [])]
  expect(sent.filter((name) => name.startsWith('x-cg'))).toEqual([])
})

test('a key of the free plan does not change the interval', () => {
  expect(openSource('CG-demo', 'https://api.coingecko.com/api/v3').source.every).toBe(
    openSource('').source.every,
  )
})

test('a paid plan is called more often, with its key', async () => {
  const { source, read } = openSource('CG-paid')
  await read()
  expect(source.every).toBeLessThan(openSource('').source.every)
  expect(sources.keys[0]?.get('x-cg-pro-api-key')).toBe('CG-paid')
})

test('retries and history share the monthly calls that the plan leaves over', () => {
  const { source } = openSource('')
  const spare = new CallBudget(source.monthlyCalls, source.every, 0)
  let taken = 0
  for (let now = 0; now < 31 * 86_400_000; now += 20_000) if (spare.take(now)) taken += 1
  expect(taken).toBeGreaterThan(500)
  expect(taken + monthOf(source.every)).toBeLessThanOrEqual(10_000)
})
