import { expect, test } from 'vitest'
import {
  drawSection,
  isBeyondFault,
  pointAt,
  reefTop,
  sectionHeight,
  sectionWidth,
} from './sample-cross-section.ts'
import { drillHoles, extent, reef, resourceStatement, surface } from './sample-deposit.ts'

test('the statement multiplies, and its total excludes Inferred', () => {
  const { lines, total, inferred } = resourceStatement
  const rounded = [...lines, total, inferred].map(({ tonnes, grade, contained }) => [
    tonnes.toFixed(2),
    grade.toFixed(2),
    contained.toFixed(0),
  ])
  // Calculated manually: 4.10 × 5.62 ÷ 31.1035 = 0.7408 million ounces, 9.85 × 4.31 ÷ 31.1035 = 1.3649, 6.20 × 3.90 ÷
  // 31.1035 = 0.7774.
  expect(rounded).toEqual([
    ['4.10', '5.62', '741'],
    ['9.85', '4.31', '1365'],
    ['13.95', '4.70', '2106'],
    ['6.20', '3.90', '777'],
  ])
  expect(total.contained).toBeCloseTo(
    lines.reduce((sum, { contained }) => sum + contained, 0),
    9,
  )
})

test('every hole begins at the surface, and its intervals are in order and within it', () => {
  for (const { name, collar, length, intervals } of drillHoles) {
    expect(surface, name).toContainEqual(collar)
    let last = 0
    for (const [from, to] of intervals) {
      expect(from, name).toBeGreaterThanOrEqual(last)
      expect(to, name).toBeGreaterThan(from)
      last = to
    }
    expect(last, name).toBeLessThan(length)
  }
})

test('grades above 1.5 g/t lie in the reef, and every hole crosses it', () => {
  for (const hole of drillHoles) {
    const rich = hole.intervals.filter(([, , grade]) => grade > 1.5)
    expect(rich.length, hole.name).toBeGreaterThan(1)
    for (const [from, to] of rich) {
      const [along, elevation] = pointAt(hole, (from + to) / 2)
      const top = reefTop(along, isBeyondFault([along, elevation]))
      expect(elevation, `${hole.name}, ${from} m`).toBeLessThan(top + 3)
      expect(elevation, `${hole.name}, ${from} m`).toBeGreaterThan(top - reef.thickness - 3)
    }
    const [along, bottom] = pointAt(hole, hole.length)
    expect(bottom, hole.name).toBeLessThan(reefTop(along, true) - reef.thickness)
    expect(bottom, hole.name).toBeGreaterThan(extent.bottom)
  }
})

test('the section has one scale for both directions, and is small enough for a page', () => {
  const drawing = drawSection()
  expect(sectionWidth / extent.length).toBeCloseTo(sectionHeight / (extent.top - extent.bottom), 2)
  expect(drawing.grades.every((path) => path.startsWith('M'))).toBe(true)
  expect(JSON.stringify(drawing).length).toBeLessThan(4000)
  expect(JSON.stringify(drawing)).not.toContain('NaN')
})
