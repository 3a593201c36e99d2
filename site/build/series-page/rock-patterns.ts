/** Rock patterns following geological map conventions: dots for sand, dashes for clay, bricks for carbonate. */
import { getCategoryPattern, getPatternTile } from '#shared/category-hatch'

interface RockHatch {
  /** Size of the tile. */
  size: [width: number, height: number]
  /** Path data of its lines. */
  path: string
  /** Set for tiles that consist of dots. */
  isDotted?: boolean
  /** Rotation of the tile, for lines at the angle of a category. */
  transform?: string
}

const hatches = {
  sand: { size: [9, 9], path: 'M2 2h.1M6.5 6.5h.1', isDotted: true },
  gravel: { size: [14, 12], path: 'M3 3a1.6 1.6 0 1 0 .1 0M10 8a2 2 0 1 0 .1 0' },
  clay: { size: [12, 8], path: 'M1 2h6M7 6h6M-5 6h6' },
  schist: { size: [14, 8], path: 'M0 3q3.5-3 7 0t7 0' },
  carbonate: { size: [16, 10], path: 'M0 .5h16M0 5.5h16M4 .5v5M12 5.5v5' },
  dolomite: { size: [16, 10], path: 'M0 .5h16M0 5.5h16M6 .5l-3 5M14 5.5l-3 5' },
  granite: { size: [14, 14], path: 'M2 4h4M4 2v4M9 11h4M11 9v4' },
  cross: { size: [14, 14], path: 'M2 2l4 4M6 2l-4 4M9 9l4 4M13 9l-4 4' },
  mafic: { size: [9, 9], path: 'M0 9 9 0M0 0l9 9' },
  lava: { size: [12, 12], path: 'M2 2l2 4 2-4M8 8l2 4 2-4' },
  quartzite: { size: [14, 10], path: 'M2 3h.1M6 7h.1M10 3h.1M13 8h.1', isDotted: true },
  dashDot: { size: [14, 10], path: 'M1 3h4M9 3h.1M2 8h.1M7 8h4' },
  gneiss: { size: [16, 10], path: 'M0 2q4-2 8 0t8 0M0 7q4-2 8 0t8 0' },
  mottle: { size: [14, 12], path: 'M2 4q1.5-3 3 0M9 10q1.5-3 3 0' },
} satisfies Record<string, RockHatch>

type Name = keyof typeof hatches

/** The first matching word in a rock's name decides; further patterns are for a second rock of the kind. */
const byWord: readonly [RegExp, readonly Name[]][] = [
  [/conglomerate|till|alluvium|gravel/i, ['gravel', 'sand']],
  [/soil|calcrete|cap\b/i, ['clay', 'mottle']],
  [/dolerite|dike/i, ['mafic', 'cross']],
  [/pyroxenite|lava|shonkinite/i, ['lava', 'cross', 'mafic']],
  [/dolomite/i, ['dolomite', 'carbonate']],
  [/carbonatite|marble|limestone|marl/i, ['carbonate', 'dolomite']],
  [/quartzite/i, ['quartzite', 'dashDot']],
  [/gneiss/i, ['gneiss', 'schist']],
  [/schist|slate|shale|saprock/i, ['schist', 'gneiss']],
  [/granite|norite|pegmatite/i, ['granite', 'cross', 'gneiss']],
  [/clay|kaolin/i, ['clay', 'mottle']],
  [/sand/i, ['sand', 'dashDot', 'quartzite']],
]

const others: readonly Name[] = ['mottle', 'sand', 'gneiss', 'cross', 'lava', 'gravel', 'clay', 'granite']

/** The category's hatch for mineralized rock; if there are two such rocks, the second has broken lines. */
function oreHatch(category: string, isSecond: boolean): RockHatch {
  const { width, height, path, transform } = getPatternTile(getCategoryPattern(category))
  const broken = `M1 ${height / 2}h6m4 0h6`
  return { size: [width, height], path: isSecond ? broken : path, transform }
}

/**
 * A distinct hatch for each rock of a section. Mineralized rock has the category's; no other rock has continuous
 * straight lines, which are reserved for categories.
 */
export function rockHatches(
  rocks: readonly { name: string; mineralized: boolean }[],
  category: string,
): RockHatch[] {
  const taken = new Set<Name>()
  const firstOre = rocks.findIndex(({ mineralized }) => mineralized)
  return rocks.map(({ name, mineralized }, at) => {
    if (mineralized) return oreHatch(category, at !== firstOre)
    const wanted = byWord.find(([word]) => word.test(name))?.[1] ?? []
    const chosen = [...wanted, ...others].find((each) => !taken.has(each)) ?? 'mottle'
    taken.add(chosen)
    return hatches[chosen]
  })
}
