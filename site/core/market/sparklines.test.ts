import { describe, expect, it } from 'vitest'
import { drawSparkline } from './sparklines.ts'

describe('drawSparkline', () => {
  const size = { width: 100, height: 20, count: 5 }

  it('draws the lowest price at the bottom, the highest at the top, the last at the right', () => {
    expect(drawSparkline([2, 1, 3], size)).toBe('0,10 50,20 100,0')
  })

  it('keeps the last price when it draws fewer points than there are prices', () => {
    const points = drawSparkline([9, 0, 9, 0, 9, 0, 9, 0, 9, 5], size)?.split(' ')
    expect(points).toHaveLength(5)
    expect(points?.at(-1)).toMatch(/^100,/)
    expect(drawSparkline([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2], size)).toMatch(/ 100,0$/)
  })

  it('draws a constant price as a line in the middle', () => {
    expect(drawSparkline([4, 4], size)).toBe('0,10 100,10')
  })

  it('draws nothing for fewer than two prices', () => {
    expect([drawSparkline([], size), drawSparkline([1], size)]).toEqual([undefined, undefined])
  })
})
