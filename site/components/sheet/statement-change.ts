import { decimalsOf, sum } from '#shared/asset/decimal'
import type { Category } from '#shared/asset/resource'
import type { TokenData } from '#site/content/tokens/fields.ts'
import { signed } from './words.ts'

type Statement = Pick<TokenData['statement'], 'lines' | 'previous'>

/**
 * The change of what categories contain together since the statement before, with its sign: `+8.8`. It is `new` when
 * that one had none of them; a category that is new in a total counts in full.
 */
export function changeOf({ lines, previous }: Statement, of: readonly Category[]): string {
  const containedIn = (all: Statement['lines']) =>
    all.filter(({ category }) => of.includes(category)).map(({ contained }) => contained)
  const before = containedIn(previous.lines)
  if (before.length === 0) return 'new'
  const now = containedIn(lines)
  const decimals = Math.max(...[...now, ...before].map(decimalsOf))
  return signed(sum(now).minus(sum(before)).toFixed(decimals))
}
