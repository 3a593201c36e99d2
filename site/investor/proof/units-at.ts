import type { HolderEntry } from '#contract/holdings'

/** The server sends so many entries at most. */
const MAX_SENT = 500

/**
 * Units of a holding at a moment, by its entries, newest first. Undefined where more entries than are sent came after
 * it: what was held before is not known from them.
 */
export function unitsAt(entries: readonly HolderEntry[], instant: string): string | undefined {
  const time = Date.parse(instant)
  const before = entries.find(({ at }) => Date.parse(at) <= time)
  if (before) return before.balance
  return entries.length < MAX_SENT ? '0.000000' : undefined
}
