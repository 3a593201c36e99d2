import { computed } from 'nanostores'
import type { Holding } from '#contract/portfolio'
import { $allocation } from '#core/query/portfolio'
import { dataOf } from '#core/query/remote'
import { metals, mineralsOf } from '#shared/metals'
import type { defaultCategories } from '#shared/token-catalogue'

/** A series of the investor, by its token. */
export type Series = Pick<Holding, 'symbol' | 'name' | 'category' | 'value'>

/** How the prices that are shown here relate to the series of the investor. */
export interface SeriesDrivers {
  /** The series that depend on a metal, by the metal's symbol. */
  byMetal: ReadonlyMap<string, readonly Series[]>
  /** The series whose mineral has no public price here. */
  unpriced: readonly Series[]
}

/** The category of series whose price follows that of a metal; a name of a place may hold the word too. */
const priced: (typeof defaultCategories)[number] = 'Precious Metals'

/** Whether the name of a series has one of the words, whatever their case. */
const isNamed = ({ name }: Series, words: readonly string[]): boolean => {
  const text = ` ${name.toLowerCase().split(/\W+/).join(' ')} `
  return words.some((word) => text.includes(` ${word} `))
}

/**
 * The metals that series depend on, by the words in their names. A series that names a metal and is in another
 * category is in neither list, and neither is one whose token was deleted: its mineral is not known.
 */
export function findDrivers(series: readonly Series[]): SeriesDrivers {
  const byMetal = new Map<string, readonly Series[]>()
  for (const { symbol } of metals) {
    const driven = series.filter((one) => one.category === priced && isNamed(one, mineralsOf[symbol]))
    if (driven.length > 0) byMetal.set(symbol, driven)
  }
  const words = Object.values(mineralsOf).flat()
  return { byMetal, unpriced: series.filter((one) => one.category !== '' && !isNamed(one, words)) }
}

/** The value of the units in some series together, in US dollars; a series without a value counts nothing. */
export const sumSeries = (series: readonly Series[]): number =>
  series.reduce((sum, { value }) => sum + Number(value ?? 0), 0)

/** The symbols of the metals that a series depends on. */
export const metalsOf = ({ byMetal }: SeriesDrivers, series: string): readonly string[] =>
  [...byMetal].filter(([, driven]) => driven.some(({ symbol }) => symbol === series)).map(([metal]) => metal)

/** The drivers of the investor's series; undefined until they are known, empty when they could not be loaded. */
export const $seriesDrivers = computed($allocation, (view) =>
  view.status === 'loading' ? undefined : findDrivers(dataOf(view) ?? []),
)
