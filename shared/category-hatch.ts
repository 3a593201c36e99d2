/**
 * The hatch and colour of each token category, the same in the series index, the token picker, the allocation and the
 * drawings. The colours themselves are the `--hatch-…` properties of site/styles/tokens.css.
 */

import { hashName } from './name-hash.ts'
import type { defaultCategories } from './token-catalogue.ts'

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
  'grey',
] as const

export interface Hatch {
  color: (typeof hatchColors)[number]
  /** Of the lines, in degrees counterclockwise from the horizontal, as in a technical drawing. */
  angle: number
  /** Between two lines, in units of a swatch of 32 by 14. */
  spacing: number
}

const ownHatches = new Map<string, Hatch>(
  Object.entries({
    'Precious Metals': { color: 'ochre', angle: 45, spacing: 4 },
    'Rare Earth Elements': { color: 'green', angle: 135, spacing: 4 },
    'Industrial Minerals': { color: 'sand', angle: 90, spacing: 4 },
    'Energy Minerals': { color: 'blue', angle: 0, spacing: 3.5 },
    Gemstones: { color: 'plum', angle: 60, spacing: 4 },
    'Strategic Materials': { color: 'teal', angle: 120, spacing: 4 },
  } satisfies Record<(typeof defaultCategories)[number], Hatch>),
)

/** For categories that an administrator has added: colours and angles that the default ones do not have. */
const furtherHatches: readonly Hatch[] = [5, 7].flatMap((spacing) =>
  [30, 150, 75, 105].flatMap((angle) =>
    (['rust', 'indigo', 'umber'] as const).map((color) => ({ color, angle, spacing })),
  ),
)

/** For what is in no category: merged parts, deleted tokens. */
export const noCategoryHatch: Hatch = { color: 'grey', angle: 0, spacing: 7 }

/** The hatch of a category by its name, whatever the other categories are. */
export function hatchOf(category: string): Hatch {
  const own = ownHatches.get(category)
  return own ?? furtherHatches[hashName(category) % furtherHatches.length] ?? noCategoryHatch
}

/** The hatches of one drawing, in which no two categories share a hatch. The order of the names does not matter. */
export function hatchesOf(categories: readonly string[]): Map<string, Hatch> {
  const hatches = new Map<string, Hatch>()
  const taken = new Set<Hatch>()
  for (const category of [...new Set(categories)].sort()) {
    const first = hatchOf(category)
    const start = furtherHatches.indexOf(first)
    const order = [first, ...furtherHatches.slice(start + 1), ...furtherHatches.slice(0, start + 1)]
    const hatch = order.find((each) => !taken.has(each)) ?? first
    taken.add(hatch)
    hatches.set(category, hatch)
  }
  return hatches
}

/** The custom property with the colour, for SVG's `stroke` and `fill`. */
export const hatchColor = ({ color }: Hatch): string => `var(--hatch-${color})`

/** Size of a swatch, in units of its viewBox and in CSS pixels. */
interface Size {
  width: number
  height: number
}
export const swatchSize: Size = { width: 32, height: 14 }

/** The tile of a hatch as a pattern of a drawing: its height is the distance of its lines, which are then turned. */
export const hatchTile = ({ angle, spacing }: Hatch) => {
  const height = spacing * 1.25
  return { width: 20, height, path: `M0 ${height / 2}h20`, transform: `rotate(${-angle})` }
}

/** Path data of the lines of a swatch, cut at its edges. */
export function drawHatch({ angle, spacing }: Hatch, { width, height }: Size = swatchSize): string {
  const turn = (angle * Math.PI) / 180
  // The direction of the lines, and across them; the y axis of SVG points down.
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

/** Where a line from `start` in a direction is between 0 and `end`, as lengths along the line. */
function spanWithin(start: number, direction: number, end: number): [number, number] {
  if (Math.abs(direction) < 1e-9) return start >= 0 && start <= end ? [-Infinity, Infinity] : [1, 0]
  const [a, b] = [-start / direction, (end - start) / direction]
  return a < b ? [a, b] : [b, a]
}
