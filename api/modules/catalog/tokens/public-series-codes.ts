/** Which series have a public page: the codes of the tokens open for investment, cached until a token changes. */

import { eq } from 'drizzle-orm'
import { onCacheInvalidated } from '#common/cache-invalidation'
import { withDeadline } from '#common/request-deadline'
import { database } from '#db/connection'
import { tokens } from '#db/schema/catalog/tokens'
import { toSeriesCode } from '#shared/series-code'

/** If the announcement of a change is lost, the codes are read again after this many milliseconds. */
const FRESH_FOR_MS = 2_000

async function readCodes(): Promise<ReadonlySet<string>> {
  const rows = await database()
    .select({ symbol: tokens.symbol })
    .from(tokens)
    .where(eq(tokens.is_active, true))
  return new Set(rows.map(({ symbol }) => toSeriesCode(symbol)))
}

/**
 * Creates the function that returns the codes of all public series. It does not fail: while the database does not
 * respond, it returns the previous codes, or undefined before there were any.
 */
export function createPublicSeriesCodes(onFailure: (error: unknown) => void, read = readCodes) {
  let last: ReadonlySet<string> | undefined
  let reading: Promise<ReadonlySet<string> | undefined> | undefined
  let begunAt = 0
  onCacheInvalidated('tokens', () => {
    reading = undefined
  })
  return (): Promise<ReadonlySet<string> | undefined> => {
    if (!reading || performance.now() - begunAt > FRESH_FOR_MS) {
      begunAt = performance.now()
      reading = withDeadline(read()).then(
        (codes) => {
          last = codes
          return codes
        },
        (error) => {
          onFailure(error)
          return last
        },
      )
    }
    return reading
  }
}
