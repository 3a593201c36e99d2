import { expect, test } from 'vitest'
import { drawHatch, hatchesOf, hatchOf } from './category-hatch.ts'
import { defaultCategories } from './token-catalogue.ts'

test('gives the three categories of the catalogue their colour and angle', () => {
  expect(hatchOf('Precious Metals')).toMatchObject({ color: 'ochre', angle: 45 })
  expect(hatchOf('Rare Earth Elements')).toMatchObject({ color: 'green', angle: 135 })
  expect(hatchOf('Industrial Minerals')).toMatchObject({ color: 'sand', angle: 90 })
})

test('gives every default category a colour and an angle of its own', () => {
  const hatches = defaultCategories.map(hatchOf)
  expect(new Set(hatches.map(({ color }) => color)).size).toBe(defaultCategories.length)
  expect(new Set(hatches.map(({ angle }) => angle)).size).toBe(defaultCategories.length)
})

test('gives an added category a hatch that no default category has', () => {
  const defaults = defaultCategories.map(hatchOf)
  for (const name of ['Salt', 'Basalt fibre', 'Helium', 'é', '']) {
    const { color, angle } = hatchOf(name)
    expect(defaults.some((each) => each.color === color || each.angle === angle)).toBe(false)
    expect(hatchOf(name)).toBe(hatchOf(name))
  }
})

test('gives no two categories of one drawing the same hatch, in whatever order they are named', () => {
  const names = [...defaultCategories, ...Array.from({ length: 20 }, (_, at) => `Added ${at}`)]
  const hatches = hatchesOf(names)
  expect(new Set(hatches.values()).size).toBe(names.length)
  expect([...hatchesOf(names.reverse())].sort()).toEqual([...hatches].sort())
})

test('keeps the lines of a swatch within its edges and at its angle', () => {
  for (const category of [...defaultCategories, 'Salt']) {
    const hatch = hatchOf(category)
    const lines = drawHatch(hatch).split('M').slice(1)
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
