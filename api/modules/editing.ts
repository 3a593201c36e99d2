/** Edits of rows that several administrators may have open at once. */
import { noteVersion } from '#common/observed-changes'
import { Problem } from '#contract/problem'

/**
 * Throws `stale_write` when the row changed since the caller read it. Call it with the row locked (`select … for
 * update`), in the transaction that writes: of two simultaneous edits the second finds the first committed. `what`
 * names the row in the message, such as 'transaction'; `readAt` is the `updated_at` of the body, if sent, or null where
 * the caller has read that there is no row.
 */
export function checkUnchanged(
  row: { updated_at: Date } | undefined,
  readAt: string | null | undefined,
  what: string,
): void {
  if (row) noteVersion(what, row.updated_at)
  const read = typeof readAt === 'string' ? Date.parse(readAt) : readAt
  if (read === undefined || read === (row?.updated_at.getTime() ?? null)) return
  throw new Problem(
    'stale_write',
    `This ${what} was changed in the meantime. Review the current version and try again.`,
  )
}
