/** The drawings of the ten series pages: what they show is there, in its place and inside the frame. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { calculateAboveCutOff } from '#shared/calculations/grade-tonnage'
import { getCategoryPattern } from '#shared/category-hatch'
import { defaultCategories } from '#shared/default-tokens'
import { type TokenData, tokenFields } from '#site/content/tokens/fields.ts'
import { crossingOf, drawCrossSection, type SectionDrawing, shortestInterval } from './cross-section.ts'
import { drawDistrictPlan } from './district-plan.ts'
import { createScaleBar, multiplesWithin, roundStep, sectionEnds } from './drawing-utils.ts'
import { getGradeClass, gradeClasses } from './grade-classes.ts'
import { curvePlot, drawGradeCurve } from './grade-curve.ts'
import { rockHatches } from './rock-patterns.ts'
import { drawHistory } from './value-history.ts'
import { drawWorld, flagHitArea, phoneView, worldHeight, worldWidth } from './world-map.ts'

const folder = 'content/tokens'
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name): TokenData => tokenFields.parse(parse(readFileSync(`${folder}/${name}`, 'utf8'))))

const numbersOf = (path: string): number[] => (path.match(/-?[\d.]+/g) ?? []).map(Number)
const draw = ({ section, plan, statement }: TokenData): SectionDrawing =>
  drawCrossSection(section, plan, Number(statement.cut_off.value))

test('all ten series are drawn', () => {
  expect(all).toHaveLength(10)
})

describe.each(all)('$symbol', (data) => {
  const { section, plan, statement, grade_tonnage, history } = data
  const drawing = draw(data)

  test('has every assayed interval in the section, in table order, at its hole and within the ground', () => {
    const assays = section.holes.flatMap(({ id, assays }) => assays.map((assay) => ({ hole: id, ...assay })))
    expect(drawing.intervals.map(({ hole, from, to, grade }) => ({ hole, from, to, grade }))).toEqual(assays)
    const { left, right, top, bottom } = drawing.plot
    for (const { at, path } of drawing.intervals) {
      expect(at[0]).toBeGreaterThanOrEqual(left)
      expect(at[0]).toBeLessThanOrEqual(right)
      expect(at[1]).toBeGreaterThanOrEqual(top)
      expect(at[1]).toBeLessThanOrEqual(bottom)
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersOf(path)
      expect(Math.hypot(x2 - x1, y2 - y1)).toBeGreaterThan(shortestInterval - 0.2)
    }
  })

  test('draws the intervals of a run one below the other, without gap or overlap', () => {
    for (const [at, next] of drawing.intervals.entries()) {
      const before = drawing.intervals[at - 1]
      if (before?.hole !== next.hole || before.to !== next.from) continue
      expect(numbersOf(next.path).slice(0, 2)).toEqual(numbersOf(before.path).slice(2))
    }
  })

  test('begins every hole at the drawn surface', () => {
    const surface = numbersOf(drawing.surface)
    const heights = surface.filter((_, at) => at % 2 === 1)
    for (const { collar } of drawing.holes) {
      expect(collar[1]).toBeGreaterThan(Math.min(...heights) - 4)
      expect(collar[1]).toBeLessThan(Math.max(...heights) + 4)
    }
  })

  test('paints one body for each in the data, in order, each rock with its own hatch', () => {
    const codes = drawing.bodies.map(({ rock }) => section.lithologies[rock]?.code)
    expect(codes).toEqual(section.bodies.map(({ rock }) => rock))
    const paths = rockHatches(section.lithologies, 'Gemstones').map(({ path }) => path)
    expect(new Set(paths).size).toBe(section.lithologies.length)
  })

  test('draws mineralized rock with its category’s lines, and no other rock with lines through its tile', () => {
    for (const category of defaultCategories) {
      const hatches = rockHatches(section.lithologies, category)
      for (const [at, { mineralized }] of section.lithologies.entries()) {
        const turned = mineralized ? `rotate(${-getCategoryPattern(category).angle})` : undefined
        expect(hatches[at]?.transform).toBe(turned)
      }
    }
    const others = rockHatches(section.lithologies, 'Gemstones').filter(({ transform }) => !transform)
    for (const { size, path } of others) {
      const [width, height] = size
      const straight = [`M0 ${height} ${width} 0`, `M0 0 ${width} ${height}`, `M${width / 2} 0v${height}`]
      expect([...straight, `M0 ${height / 2}h${width}`]).not.toContain(path)
    }
  })

  test('uses the statement’s cut-off as a class bound, and has intervals in a class above it', () => {
    expect(drawing.classes[1]?.from).toBe(Number(statement.cut_off.value))
    for (const { grade, class: level } of drawing.intervals) {
      expect(level > 0).toBe(grade >= Number(statement.cut_off.value))
    }
    expect(drawing.intervals.some(({ class: level }) => level === 3)).toBe(true)
  })

  test('has every collar of the plan inside its frame', () => {
    const { collars, frame } = drawDistrictPlan(plan, section)
    expect(collars.inSection).toHaveLength(section.holes.length)
    expect(collars.inSection.length + collars.others.length).toBe(plan.collars.length)
    for (const [x, y] of [...collars.inSection, ...collars.others]) {
      expect(x > frame.left && x < frame.right && y > frame.top && y < frame.bottom).toBe(true)
    }
  })

  test('has a curve that falls in tonnes and does not fall in grade, and a reachable cut-off', () => {
    const curve = drawGradeCurve(grade_tonnage.bins, statement.units)
    const heightsOf = (path: string) => numbersOf(path).filter((_, at) => at % 2 === 1)
    const tonnes = heightsOf(curve.tonnes)
    expect(tonnes).toEqual(tonnes.toSorted((a, b) => a - b))
    const grades = heightsOf(curve.grade)
    expect(grades).toEqual(grades.toSorted((a, b) => b - a))
    for (const y of [...tonnes, ...grades]) {
      expect(y).toBeGreaterThanOrEqual(curvePlot.top - 0.1)
      expect(y).toBeLessThanOrEqual(curvePlot.bottom + 0.1)
    }
    const cutOff = Number(statement.cut_off.value)
    expect(cutOff).toBeGreaterThan(curve.from)
    expect(cutOff).toBeLessThan(curve.to)
    const steps = (cutOff - curve.from) / curve.step
    expect(steps).toBeCloseTo(Math.round(steps), 9)
    const left = calculateAboveCutOff(grade_tonnage.bins, curve.to, statement.units).tonnes
    expect(left.gt(0)).toBe(true)
  })

  test('ends its history at the valuation', () => {
    const { preferred, last } = drawHistory(history)
    expect(numbersOf(preferred).slice(-2).map(Math.round)).toEqual(last.map(Math.round))
    expect(numbersOf(preferred)).toHaveLength(history.length * 2)
  })
})

test('names the fault of $WITGOLD where the bodies of its section are displaced, 1,500 meters along', () => {
  const gold = all.find(({ symbol }) => symbol === '$WITGOLD') as TokenData
  const fault = gold.plan.features.find(({ kind }) => kind === 'fault')
  expect(crossingOf(fault?.line ?? [], gold.plan.section_line)).toBeCloseTo(1500, 6)
  expect(draw(gold).crossings.map(({ name }) => name)).toEqual(['Oostelike Fault', 'Dolerite dike'])
  expect(
    crossingOf(
      [
        [0, 0],
        [100, 0],
      ],
      gold.plan.section_line,
    ),
    'a line beside the section',
  ).toBeNull()
})

test('draws intervals to scale if they are long enough', () => {
  const hasStretched = new Map(all.map((data) => [data.symbol, draw(data).hasStretched]))
  expect(hasStretched.get('$WITGOLD')).toBe(true)
  const clay = all.find(({ symbol }) => symbol === '$GAClay') as TokenData
  const drawing = draw(clay)
  // 1,200 meters over 610 units, vertical exaggeration eight: 4.067 units per meter of a vertical hole.
  const long = drawing.intervals.find(({ from, to }) => to - from === 2)
  const [, y1 = 0, , y2 = 0] = numbersOf(long?.path ?? '')
  expect(y2 - y1).toBeCloseTo((2 * 8 * 610) / 1200, 0)
})

test('divides grades above the cut-off by equal factors', () => {
  const classes = gradeClasses(2, 16)
  expect(classes).toEqual([
    { from: 0, to: 2 },
    { from: 2, to: 4 },
    { from: 4, to: 8 },
    { from: 8, to: null },
  ])
  expect([0, 1.9, 2, 3.9, 4, 7, 8, 99].map((grade) => getGradeClass(classes, grade))).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3,
  ])
})

test('rounds steps and scale bars to 1, 2 or 5', () => {
  expect([0.15, 0.4, 7, 19, 20, 480].map(roundStep)).toEqual([0.1, 0.2, 5, 10, 20, 200])
  expect(multiplesWithin(0.1, 0.25, 0.6)).toEqual([0.3, 0.4, 0.5, 0.6])
  expect(createScaleBar(680, 0.25)).toEqual({ width: 125, meters: 500 })
})

test('reads the letters of a section from its title', () => {
  expect(sectionEnds("Section K-K', looking north")).toEqual(['K', "K'"])
  expect(sectionEnds('A section')).toEqual(['A', "A'"])
})

test('places the districts on the world map, in their true order from west to east', () => {
  const { places, land } = drawWorld([
    { latitude: 40, longitude: -100 },
    { latitude: -27, longitude: 27 },
    { latitude: -25, longitude: 29 },
    { latitude: 40, longitude: 110 },
  ])
  const eastings = places.map(({ x }) => x)
  expect(eastings).toEqual(eastings.toSorted((a, b) => a - b))
  for (const { x, y } of places) expect(x > 0 && x < worldWidth && y > 0 && y < worldHeight).toBe(true)
  expect(land.length, 'bytes of the outlines').toBeLessThan(30_000)
})

test('gives each district of the catalog a flag that overlaps no other and is visible on phones', () => {
  const { places } = drawWorld(all.map(({ district }) => district))
  for (const [at, { flag }] of places.entries()) {
    expect(flag.x - flagHitArea.width / 2).toBeGreaterThan(phoneView.left)
    expect(flag.x + flagHitArea.width / 2).toBeLessThan(phoneView.right)
    for (const { flag: other } of places.slice(at + 1)) {
      const isApart =
        Math.abs(flag.x - other.x) >= flagHitArea.width || Math.abs(flag.y - other.y) >= flagHitArea.height
      expect(isApart).toBe(true)
    }
  }
})
