import type { HoldingEntry } from '#contract/holdings/holdings'

/** The server's maximum number of entries. */
const MAX_SENT = 500

/**
 * Units of a holding at a given time, from its entries, newest first. Undefined if more entries came after it than are
 * sent, so that the earlier balance is unknown.
 */
export function getUnitsAt(entries: readonly HoldingEntry[], instant: string): string | undefined {
  const time = Date.parse(instant)
  const before = entries.find(({ at }) => Date.parse(at) <= time)
  if (before) return before.balance
  return entries.length < MAX_SENT ? '0.000000' : undefined
}
