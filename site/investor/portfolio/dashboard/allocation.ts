import type { Holding } from '#contract/portfolio/portfolio'

/** One part of the whole. */
export interface AllocationShare {
  category: string
  symbols: string[]
  /** The value of the units in US dollars, or the number of approved requests. */
  size: number
  /** Percent of the whole. */
  percent: number
}

/** Whether there are units with a value. Requests without an amount are counted only if there are none. */
export const hasValuedUnits = (holdings: readonly Holding[]): boolean =>
  holdings.some(({ value }) => value !== null)

/** Number of parts with separate colors; further ones are merged into the last. */
const PARTS = 5
export const OTHER_CATEGORIES_LABEL = 'Other categories'
export const DELISTED_TOKENS_LABEL = 'Delisted tokens'

/** Groups series by category, largest first: by value, or by the number of approved requests. */
export function groupByCategory(holdings: readonly Holding[]): AllocationShare[] {
  const isValued = hasValuedUnits(holdings)
  const sized = holdings
    .filter(({ value }) => !isValued || value !== null)
    .map((holding) => ({ ...holding, size: isValued ? Number(holding.value) : holding.investments }))
  const total = sized.reduce((sum, { size }) => sum + size, 0)
  const byCategory = new Map<string, AllocationShare>()
  const add = (category: string, symbols: string[], size: number) => {
    const share = byCategory.get(category) ?? { category, symbols: [], size: 0, percent: 0 }
    share.symbols.push(...symbols)
    share.size += size
    share.percent = (share.size / total) * 100
    byCategory.set(category, share)
  }
  for (const { category, symbol, size } of sized) add(category || DELISTED_TOKENS_LABEL, [symbol], size)

  const sorted = [...byCategory.values()].sort((a, b) => b.size - a.size)
  if (sorted.length <= PARTS) return sorted
  byCategory.clear()
  const rest = sorted.slice(PARTS - 1)
  for (const { symbols, size } of rest) add(OTHER_CATEGORIES_LABEL, symbols, size)
  return [...sorted.slice(0, PARTS - 1), ...byCategory.values()]
}
