import { describe, expect, it } from 'vitest'
import type { CryptoPrice } from '#contract/market'
import { drawTrail, findCharted } from './price-trail.ts'

describe('drawTrail', () => {
  const size = { width: 100, height: 20, count: 5 }

  it('draws the lowest price at the bottom, the highest at the top, the last at the right', () => {
    expect(drawTrail([2, 1, 3], size)).toBe('0,10 50,20 100,0')
  })

  it('keeps the last price when it draws fewer points than there are prices', () => {
    const points = drawTrail([9, 0, 9, 0, 9, 0, 9, 0, 9, 5], size)?.split(' ')
    expect(points).toHaveLength(5)
    expect(points?.at(-1)).toMatch(/^100,/)
    expect(drawTrail([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2], size)).toMatch(/ 100,0$/)
  })

  it('draws a constant price as a line in the middle', () => {
    expect(drawTrail([4, 4], size)).toBe('0,10 100,10')
  })

  it('draws nothing for fewer than two prices', () => {
    expect([drawTrail([], size), drawTrail([1], size)]).toEqual([undefined, undefined])
  })
})

describe('findCharted', () => {
  const coin = (id: string, symbol: string) => ({ id, symbol }) as CryptoPrice

  it('leaves out a coin whose symbol means another asset or no asset', () => {
    const coins = [coin('bitcoin', 'btc'), coin('copy', 'BTC'), coin('token-gold', 'xau'), coin('odd', 'a.b')]
    expect([...findCharted(coins, ['XAU'])]).toEqual(['bitcoin'])
  })
})
