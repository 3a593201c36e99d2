/** Edits of rows that several administrators may have open at once. */
import { noteVersion } from '#common/observed-changes'
import { Problem } from '#contract/problem'

/**
 * Throws `stale_write` when the row changed since the caller read it. Call it with the row locked (`select … for
 * update`), in the transaction that writes: of two simultaneous edits the second finds the first committed. `what`
 * names the row in the message, such as 'transaction'; `readAt` is the `updated_at` of the body, if sent.
 */
export function checkUnchanged(row: { updated_at: Date }, readAt: string | undefined, what: string): void {
  noteVersion(what, row.updated_at)
  if (readAt === undefined || Date.parse(readAt) === row.updated_at.getTime()) return
  throw new Problem(
    'stale_write',
    `This ${what} was changed in the meantime. Review the current version and try again.`,
  )
}
