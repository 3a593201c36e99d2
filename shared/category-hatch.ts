/**
 * Hatch and color of each token category, the same in the series index, the token picker, the allocation and the
 * drawings. The colors are the `--hatch-…` properties of site/styles/tokens.css.
 */

import type { defaultCategories } from './default-tokens.ts'
import { hashString } from './hash-string.ts'

export const hatchColors = [
  'ochre',
  'green',
  'sand',
  'blue',
  'plum',
  'teal',
  'rust',
  'indigo',
  'umber',
  'gray',
] as const

export interface Pattern {
  color: (typeof hatchColors)[number]
  /** Angle of the lines in degrees counterclockwise from the horizontal, as in a technical drawing. */
  angle: number
  /** Distance between two lines, in units of a swatch of 32 by 14. */
  spacing: number
}

const ownHatches = new Map<string, Pattern>(
  Object.entries({
    'Precious Metals': { color: 'ochre', angle: 45, spacing: 4 },
    'Rare Earth Elements': { color: 'green', angle: 135, spacing: 4 },
    'Industrial Minerals': { color: 'sand', angle: 90, spacing: 4 },
    'Energy Minerals': { color: 'blue', angle: 0, spacing: 3.5 },
    Gemstones: { color: 'plum', angle: 60, spacing: 4 },
    'Strategic Materials': { color: 'teal', angle: 120, spacing: 4 },
  } satisfies Record<(typeof defaultCategories)[number], Pattern>),
)

/** For categories added by administrators: colors and angles that the default ones do not have. */
const furtherHatches: readonly Pattern[] = [5, 7].flatMap((spacing) =>
  [30, 150, 75, 105].flatMap((angle) =>
    (['rust', 'indigo', 'umber'] as const).map((color) => ({ color, angle, spacing })),
  ),
)

/** For anything outside a category: merged parts, deleted tokens. */
export const uncategorizedPattern: Pattern = { color: 'gray', angle: 0, spacing: 7 }

/** The hatch of a category by its name, whatever the other categories are. */
export function getCategoryPattern(category: string): Pattern {
  const own = ownHatches.get(category)
  return own ?? furtherHatches[hashString(category) % furtherHatches.length] ?? uncategorizedPattern
}

/** The hatches of one drawing, in which no two categories share a hatch. The order of the names does not matter. */
export function getCategoryPatterns(categories: readonly string[]): Map<string, Pattern> {
  const hatches = new Map<string, Pattern>()
  const taken = new Set<Pattern>()
  for (const category of [...new Set(categories)].sort()) {
    const first = getCategoryPattern(category)
    const start = furtherHatches.indexOf(first)
    const order = [first, ...furtherHatches.slice(start + 1), ...furtherHatches.slice(0, start + 1)]
    const hatch = order.find((each) => !taken.has(each)) ?? first
    taken.add(hatch)
    hatches.set(category, hatch)
  }
  return hatches
}

/** The custom property with the color, for SVG's `stroke` and `fill`. */
export const getPatternColor = ({ color }: Pattern): string => `var(--hatch-${color})`

/** Size of a swatch, in units of its viewBox and in CSS pixels. */
interface Size {
  width: number
  height: number
}
export const swatchSize: Size = { width: 32, height: 14 }

/** The tile of a hatch as an SVG pattern: its height is the distance of its lines, which are then rotated. */
export const getPatternTile = ({ angle, spacing }: Pattern) => {
  const height = spacing * 1.25
  return { width: 20, height, path: `M0 ${height / 2}h20`, transform: `rotate(${-angle})` }
}

/** Path data of the lines of a swatch, clipped at its edges. */
export function drawPattern({ angle, spacing }: Pattern, { width, height }: Size = swatchSize): string {
  const turn = (angle * Math.PI) / 180
  // Along the lines and across them; the y axis of SVG points down.
  const [alongX, alongY] = [Math.cos(turn), -Math.sin(turn)]
  const [acrossX, acrossY] = [-alongY, alongX]
  const reach = (Math.abs(acrossX) * width + Math.abs(acrossY) * height) / 2
  const count = Math.floor(reach / spacing)
  let path = ''
  for (let at = -count; at <= count; at++) {
    const x = width / 2 + acrossX * spacing * at
    const y = height / 2 + acrossY * spacing * at
    const [fromX, toX] = spanWithin(x, alongX, width)
    const [fromY, toY] = spanWithin(y, alongY, height)
    const [from, to] = [Math.max(fromX, fromY), Math.min(toX, toY)]
    if (to - from < 1) continue
    const point = (length: number) => `${round(x + alongX * length)} ${round(y + alongY * length)}`
    path += `M${point(from)}L${point(to)}`
  }
  return path
}

const round = (value: number): number => Math.round(value * 10) / 10 + 0

/** Where a line from `start` in a direction lies between 0 and `end`, as lengths along the line. */
function spanWithin(start: number, direction: number, end: number): [number, number] {
  if (Math.abs(direction) < 1e-9) return start >= 0 && start <= end ? [-Infinity, Infinity] : [1, 0]
  const [a, b] = [-start / direction, (end - start) / direction]
  return a < b ? [a, b] : [b, a]
}
