import { inSavepoint, inTransaction } from '#db/connection'
import type { Logger } from './logger.ts'

/**
 * Processes rows in the background, each in its own transaction or savepoint. A failed row is rolled back, logged with
 * `message` and retried in the next round, without delaying the others. Returns the number of successes, so a caller
 * that requests the next batch after a full one stops at the first failure.
 */
export async function processRows<Row extends object>(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
  { log, message }: { log: Logger; message: string },
): Promise<number> {
  let done = 0
  for (const row of rows) {
    try {
      await inTransaction(() =>
        inSavepoint(async () => {
          await work(row)
          return { keep: true, result: undefined }
        }),
      )
      done += 1
    } catch (err) {
      const { id, user_id } = row as { id?: unknown; user_id?: unknown }
      log.error({ err, id, user_id }, message)
    }
  }
  return done
}
