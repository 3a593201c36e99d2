import { countDecimals, sum } from '#shared/calculations/decimal'
import type { Category } from '#shared/calculations/resource-statement'
import type { TokenData } from '#site/content/tokens/fields.ts'
import { formatSigned } from './format.ts'

type Statement = Pick<TokenData['statement'], 'lines' | 'previous'>

/**
 * The signed change since the previous statement in what categories contain together: `+8.8`. It is `new` if that
 * statement had none of them; a category new to a total counts in full.
 */
export function formatResourceChange({ lines, previous }: Statement, of: readonly Category[]): string {
  const containedIn = (all: Statement['lines']) =>
    all.filter(({ category }) => of.includes(category)).map(({ contained }) => contained)
  const before = containedIn(previous.lines)
  if (before.length === 0) return 'new'
  const now = containedIn(lines)
  const decimals = Math.max(...[...now, ...before].map(countDecimals))
  return formatSigned(sum(now).minus(sum(before)).toFixed(decimals))
}
