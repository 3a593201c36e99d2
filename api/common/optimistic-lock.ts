/** Edits of rows that several administrators may have open at once. */
import Big from 'big.js'
import { recordRowVersion } from '#common/write-recorder'
import { Problem } from '#contract/problem'

/**
 * Throws `stale_write` when the row changed since the caller read it. Call it with the row locked (`select … for
 * update`), in the transaction that writes: of two simultaneous edits the second finds the first committed. `what`
 * names the row in the message, such as 'transaction'; `readAt` is the `updated_at` of the body, if sent, or null where
 * the caller has read that there is no row.
 */
export function assertUnchanged(
  row: { updated_at: Date } | undefined,
  readAt: string | null | undefined,
  what: string,
): void {
  if (row) recordRowVersion(what, row.updated_at)
  const read = typeof readAt === 'string' ? Date.parse(readAt) : readAt
  if (read === undefined || read === (row?.updated_at.getTime() ?? null)) return
  throw new Problem(
    'stale_write',
    `This ${what} has been changed by someone else. Review the current version and try again.`,
  )
}

const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)

/** Whether a stored value and one of a body are the same: `1000.00` and `1000`, or the same instant. */
function isSame(stored: unknown, sent: unknown): boolean {
  if (isDecimal(stored) && isDecimal(sent)) return new Big(stored).eq(sent)
  return JSON.stringify(stored) === JSON.stringify(sent)
}

/** The fields of a body that differ from the stored row: what is sent as it is may always be sent. */
export const differing = <Fields extends object>(row: object, sent: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !isSame((row as Record<string, unknown>)[name], value)),
  ) as Partial<Fields>
