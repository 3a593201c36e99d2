/** The colour of a category in drawings and their tables, the same however large its share is. */
import { DELETED, OTHERS } from './allocation.ts'

export interface CategoryColor {
  /** Class of a line or ring part. */
  stroke: string
  /** Class of a swatch. */
  swatch: string
}

const ochre: CategoryColor = { stroke: 'stroke-warn', swatch: 'bg-warn' }
const green: CategoryColor = { stroke: 'stroke-gain', swatch: 'bg-gain' }
const blue: CategoryColor = { stroke: 'stroke-info', swatch: 'bg-info' }
const orange: CategoryColor = { stroke: 'stroke-primary', swatch: 'bg-primary' }
const grey: CategoryColor = { stroke: 'stroke-ink-3', swatch: 'bg-ink-3' }

/** The order in which categories without an assigned colour take the remaining ones. */
const palette = [ochre, green, blue, orange, grey]

const ownColors: Record<string, CategoryColor> = {
  'Precious Metals': ochre,
  'Rare Earth Elements': green,
  'Industrial Minerals': blue,
  [OTHERS]: grey,
  [DELETED]: grey,
}

/** The colour of each category of a drawing of five parts at most; the same whatever their order. */
export function colorsOf(categories: readonly string[]): Map<string, CategoryColor> {
  const own = categories.flatMap((category) => {
    const color = ownColors[category]
    return color ? [[category, color] as const] : []
  })
  const colors = new Map<string, CategoryColor>(own)
  const left = palette.filter((color) => !own.some(([, taken]) => taken === color))
  for (const category of [...categories].sort())
    if (!colors.has(category)) colors.set(category, left.shift() ?? grey)
  return colors
}
