import { expect, test } from 'vitest'
import { drawPattern, getCategoryPattern, getCategoryPatterns } from './category-hatch.ts'
import { defaultCategories } from './default-tokens.ts'

test('gives the three catalog categories their color and angle', () => {
  expect(getCategoryPattern('Precious Metals')).toMatchObject({ color: 'ochre', angle: 45 })
  expect(getCategoryPattern('Rare Earth Elements')).toMatchObject({ color: 'green', angle: 135 })
  expect(getCategoryPattern('Industrial Minerals')).toMatchObject({ color: 'sand', angle: 90 })
})

test('gives every default category its own color and angle', () => {
  const hatches = defaultCategories.map(getCategoryPattern)
  expect(new Set(hatches.map(({ color }) => color)).size).toBe(defaultCategories.length)
  expect(new Set(hatches.map(({ angle }) => angle)).size).toBe(defaultCategories.length)
})

test('gives an added category a hatch that no default category has', () => {
  const defaults = defaultCategories.map(getCategoryPattern)
  for (const name of ['Salt', 'Basalt fibre', 'Helium', 'é', '']) {
    const { color, angle } = getCategoryPattern(name)
    expect(defaults.some((each) => each.color === color || each.angle === angle)).toBe(false)
    expect(getCategoryPattern(name)).toBe(getCategoryPattern(name))
  }
})

test('gives no two categories of one drawing the same hatch, in whatever order they are named', () => {
  const names = [...defaultCategories, ...Array.from({ length: 20 }, (_, at) => `Added ${at}`)]
  const hatches = getCategoryPatterns(names)
  expect(new Set(hatches.values()).size).toBe(names.length)
  expect([...getCategoryPatterns(names.reverse())].sort()).toEqual([...hatches].sort())
})

test('keeps the lines of a swatch within its edges and at its angle', () => {
  for (const category of [...defaultCategories, 'Salt']) {
    const hatch = getCategoryPattern(category)
    const lines = drawPattern(hatch).split('M').slice(1)
    expect(lines.length, category).toBeGreaterThan(2)
    for (const line of lines) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = line.split(/[ L]/).map(Number)
      for (const x of [x1, x2]) expect(x >= 0 && x <= 32, line).toBe(true)
      for (const y of [y1, y2]) expect(y >= 0 && y <= 14, line).toBe(true)
      const angle = (Math.atan2(y1 - y2, x2 - x1) * 180) / Math.PI
      if (Math.hypot(x2 - x1, y2 - y1) > 6) expect(Math.abs(angle - hatch.angle), line).toBeLessThan(2)
    }
  }
})
