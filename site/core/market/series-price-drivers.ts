import { computed } from 'nanostores'
import type { Holding } from '#contract/portfolio/portfolio'
import { $allocation } from '#core/query/portfolio/portfolio'
import { getData } from '#core/query/remote'
import type { defaultCategories } from '#shared/default-tokens'
import { metals, mineralsByMetal } from '#shared/metal-assets'

/** One of the investor's series, by its token. */
export type Series = Pick<Holding, 'symbol' | 'name' | 'category' | 'value'>

/** How the prices shown here relate to the investor's series. */
export interface PriceDrivers {
  /** The series that depend on a metal, by the metal's symbol. */
  byMetal: ReadonlyMap<string, readonly Series[]>
  /** The series whose mineral has no public price here. */
  unpriced: readonly Series[]
}

/** The category of series whose price follows a metal; place names may contain the same word. */
const priced: (typeof defaultCategories)[number] = 'Precious Metals'

/** Whether the series name contains one of the words, ignoring case. */
const isNamed = ({ name }: Series, words: readonly string[]): boolean => {
  const text = ` ${name.toLowerCase().split(/\W+/).join(' ')} `
  return words.some((word) => text.includes(` ${word} `))
}

/**
 * The metals that series depend on, found by the words in their names. A series that names a metal but is in another
 * category is in neither list, and neither is one whose token was deleted, because its mineral is unknown.
 */
export function findPriceDrivers(series: readonly Series[]): PriceDrivers {
  const byMetal = new Map<string, readonly Series[]>()
  for (const { symbol } of metals) {
    const driven = series.filter((one) => one.category === priced && isNamed(one, mineralsByMetal[symbol]))
    if (driven.length > 0) byMetal.set(symbol, driven)
  }
  const words = Object.values(mineralsByMetal).flat()
  return { byMetal, unpriced: series.filter((one) => one.category !== '' && !isNamed(one, words)) }
}

/** Total value of the units held in these series, in US dollars; a series without a value counts as zero. */
export const sumSeriesValues = (series: readonly Series[]): number =>
  series.reduce((sum, { value }) => sum + Number(value ?? 0), 0)

/** Symbols of the metals that a series depends on. */
export const listSeriesMetals = ({ byMetal }: PriceDrivers, series: string): readonly string[] =>
  [...byMetal].filter(([, driven]) => driven.some(({ symbol }) => symbol === series)).map(([metal]) => metal)

/** The price drivers of the investor's series; undefined until known, empty if they could not be loaded. */
export const $seriesDrivers = computed($allocation, (view) =>
  view.status === 'loading' ? undefined : findPriceDrivers(getData(view) ?? []),
)
