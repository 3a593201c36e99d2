import type { Pagination } from '#contract/transactions'
import { formatCount } from '#core/format/format'

/** `Showing 1 to 20 of 42 transactions`; undefined where all are on one page. */
export function describePage({ total, limit, offset }: Pagination): string | undefined {
  if (total <= limit || offset >= total) return undefined
  const last = Math.min(offset + limit, total)
  return `Showing ${formatCount(offset + 1)} to ${formatCount(last)} of ${formatCount(total)} transactions`
}
