import { inSavepoint, inTransaction } from '#db/connection'
import type { Logger } from './log.ts'

/**
 * Works through rows in the background, each in a transaction or savepoint of its own: one that fails is rolled back and
 * logged with `message`, and does not keep the others waiting. It is tried again in the next round. Returns how many
 * succeeded, so that a caller who asks for the next batch after a full one ends with the first failure.
 */
export async function eachByItself<Row extends object>(
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
