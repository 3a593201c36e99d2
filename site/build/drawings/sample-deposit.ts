/**
 * A fictitious deposit that shows how a series is described. Every drawing and table based on it is marked as
 * illustrative.
 */

/** Meters along the section and meters above sea level. */
export type Place = readonly [along: number, elevation: number]

export interface DrillHole {
  name: string
  collar: Place
  /** Degrees from the vertical; positive holes lean in the direction of the section. */
  lean: number
  /** Meters. */
  length: number
  /** Assayed intervals: from and to in meters along the hole, and grams of gold per tonne. */
  intervals: readonly (readonly [from: number, to: number, grade: number])[]
}

/** The section's extent in meters. */
export const extent = { length: 1900, top: 1815, bottom: 1000 } as const

export const surface: readonly Place[] = [
  [0, 1622],
  [150, 1632],
  [340, 1650],
  [540, 1646],
  [690, 1628],
  [830, 1640],
  [990, 1684],
  [1150, 1702],
  [1370, 1692],
  [1590, 1716],
  [1750, 1706],
  [1900, 1678],
]

/** Depth of weathered ground below the surface, in meters. */
export const weathering = 46

/** The reef's upper edge before the fault displaced it. */
export const reef = { start: 1448, slope: -0.165, bend: 0.000022, thickness: 38 } as const

/** A fault that dips along the section; the ground beyond it is lower by its throw. */
export const fault = { along: 1290, elevation: 1250, lean: 0.16, throw: 42 } as const

export const drillHoles: readonly DrillHole[] = [
  {
    name: 'WG-011',
    collar: [150, 1632],
    lean: 6,
    length: 380,
    intervals: [
      [60, 78, 0.7],
      [214, 219, 2.1],
      [219, 232, 5.2],
      [232, 246, 7.4],
      [246, 251, 3.8],
    ],
  },
  {
    name: 'WG-012',
    collar: [340, 1650],
    lean: -5,
    length: 420,
    intervals: [
      [118, 130, 0.9],
      [255, 262, 1.8],
      [262, 277, 6.6],
      [277, 290, 4.9],
    ],
  },
  {
    name: 'WG-013',
    collar: [540, 1646],
    lean: 6,
    length: 430,
    intervals: [
      [90, 104, 0.6],
      [288, 297, 2.4],
      [297, 314, 5.7],
      [314, 325, 3.3],
    ],
  },
  {
    name: 'WG-014',
    collar: [830, 1640],
    lean: -6,
    length: 470,
    intervals: [
      [201, 215, 1.1],
      [313, 322, 3.6],
      [322, 334, 6.3],
      [334, 347, 2.6],
    ],
  },
  {
    name: 'WG-015',
    collar: [1150, 1702],
    lean: 5,
    length: 590,
    intervals: [
      [160, 176, 0.8],
      [422, 437, 2.2],
      [437, 452, 4.4],
      [452, 458, 1.6],
    ],
  },
  {
    name: 'WG-016',
    collar: [1590, 1716],
    lean: -7,
    length: 690,
    intervals: [
      [288, 303, 1.0],
      [516, 527, 1.9],
      [527, 543, 4.1],
      [543, 553, 2.3],
    ],
  },
]

/** The categories that the hole spacing allows, in meters along the section. */
export const zones = [
  { name: 'Measured', from: 60, to: 640 },
  { name: 'Indicated', from: 660, to: 1240 },
  { name: 'Inferred', from: 1260, to: 1840 },
] as const

/** Grams in a troy ounce. */
const gramsPerOunce = 31.1034768

/** A line of a resource statement; a million tonnes at one gram per tonne is a million grams. */
export interface ResourceLine {
  category: string
  /** Million tonnes. */
  tonnes: number
  /** Grams of gold per tonne. */
  grade: number
  /** Thousand troy ounces: tonnes times grade. */
  contained: number
}

const line = (category: string, tonnes: number, grade: number): ResourceLine => ({
  category,
  tonnes,
  grade,
  contained: (tonnes * grade * 1000) / gramsPerOunce,
})

const measured = line('Measured', 4.1, 5.62)
const indicated = line('Indicated', 9.85, 4.31)
const tonnes = measured.tonnes + indicated.tonnes
const grade = (measured.tonnes * measured.grade + indicated.tonnes * indicated.grade) / tonnes

/** The specimen's statement. Inferred comes last, separate from the total of the other two. */
export const resourceStatement = {
  lines: [measured, indicated],
  total: line('Measured and Indicated', tonnes, grade),
  inferred: line('Inferred (not in total)', 6.2, 3.9),
}
