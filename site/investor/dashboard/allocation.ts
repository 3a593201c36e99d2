import type { Holding } from '#contract/portfolio'

/** One part of the whole: a category, the amount in it, and the number of investments. */
export interface Share {
  category: string
  symbols: string[]
  investments: number
  /** Percent of all investments. */
  percent: number
}

/** Parts with separate colours; further ones are merged into the last. */
const PARTS = 5
export const OTHERS = 'Other categories'
export const DELETED = 'Tokens no longer listed'

/** Groups holdings by category, largest first. */
export function shareByCategory(holdings: readonly Holding[]): Share[] {
  const total = holdings.reduce((sum, { investments }) => sum + investments, 0)
  const byCategory = new Map<string, Share>()
  const add = (category: string, symbols: string[], investments: number) => {
    const share = byCategory.get(category) ?? { category, symbols: [], investments: 0, percent: 0 }
    share.symbols.push(...symbols)
    share.investments += investments
    share.percent = (share.investments / total) * 100
    byCategory.set(category, share)
  }
  for (const { category, symbol, investments } of holdings) add(category || DELETED, [symbol], investments)

  const sorted = [...byCategory.values()].sort((a, b) => b.investments - a.investments)
  if (sorted.length <= PARTS) return sorted
  byCategory.clear()
  const rest = sorted.slice(PARTS - 1)
  for (const { symbols, investments } of rest) add(OTHERS, symbols, investments)
  return [...sorted.slice(0, PARTS - 1), ...byCategory.values()]
}
