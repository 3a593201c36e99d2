import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawContours } from './contour-lines.ts'

const seeds = [1, 2, 3, 7, 11, 42, 1984]

/** The points of every line; control points are omitted. */
function linesOf(path: string): [number, number][][] {
  return path.split(/(?=M)/).map((line) => {
    const points: [number, number][] = []
    for (const [, command, values = ''] of line.matchAll(/([Mqt])([^Mqt]*)/g)) {
      const numbers = [...values.matchAll(/-?\d+/g)].map(Number)
      for (let at = command === 'q' ? 2 : 0; at < numbers.length; at += 2) {
        const [x = 0, y = 0] = numbers.slice(at, at + 2)
        const [penX, penY] = points.at(-1) ?? [0, 0]
        points.push([penX + x, penY + y])
      }
    }
    return points
  })
}

test('draws the same contours for the same seed, and others for another seed', () => {
  expect(drawContours({ seed: 7 })).toEqual(drawContours({ seed: 7 }))
  expect(drawContours({ seed: 7 })).not.toEqual(drawContours({ seed: 8 }))
})

test('draws contours in few bytes', () => {
  for (const seed of seeds) {
    const { line, index } = drawContours({ seed })
    expect((line + index).length, `seed ${seed}`).toBeLessThan(10_000)
    expect(brotliCompressSync(line + index).length, `seed ${seed}`).toBeLessThan(5_000)
  }
})

test('draws at the requested size, in whole numbers', () => {
  const { width, height, line, index } = drawContours({ seed: 3, width: 900, height: 1200 })
  expect([width, height]).toEqual([900, 1200])
  for (const path of [line, index]) expect(path).toMatch(/^[Mqt \d-]+$/)
})

test('cuts lines at the edge instead of following it', () => {
  for (const seed of seeds) {
    const { width, height, line, index } = drawContours({ seed })
    const lines = linesOf(line + index)
    const isBeyond = (at: number, end: number) => at <= -5 || at >= end + 5
    expect(lines.length).toBeGreaterThan(20)
    for (const points of lines) {
      const followed = points.filter(([x, y], at) => {
        const [beforeX, beforeY] = points[at - 1] ?? []
        return (x === beforeX && isBeyond(x, width)) || (y === beforeY && isBeyond(y, height))
      })
      expect(followed.length, `seed ${seed}`).toBeLessThan(3)
      expect(points.every(([x, y]) => x >= -20 && y >= -20 && x <= width + 20 && y <= height + 20)).toBe(true)
    }
  }
})
