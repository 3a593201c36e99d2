/**
 * `bun run totals:verify`: sums all transactions and compares with the stored totals. Reads `DATABASE_URL`, or the
 * embedded database in `DATA_DIR`, with its server running or not.
 */
import { openDatabase } from '#db/client'
import { findTotalsDrift, type TotalsDrift } from '#db/integrity'
import { print, runMain } from './progress.ts'
import { findStore } from './store.ts'

const line = (drift: TotalsDrift): string =>
  `investor ${drift.user_id}, ${drift.type}, ${drift.status}: kept ${drift.kept_count} rows of ${drift.kept_amount} with fees of ${drift.kept_fees}, there are ${drift.actual_count} of ${drift.actual_amount} with ${drift.actual_fees}`

await runMain(async () => {
  const store = await findStore()
  const { sql, db, close } = openDatabase(store.url, { max: 1, applicationName: 'lodefield totals:verify' })
  try {
    // Everything is read, which may exceed the time limit of a request.
    await sql`set statement_timeout = 0`
    const drifts = await findTotalsDrift(db)
    for (const drift of drifts) print(line(drift))
    if (drifts.length === 0) print('The totals agree with the transactions.')
    else
      print(
        `${drifts.length} ${drifts.length === 1 ? 'total differs' : 'totals differ'} from the transactions.`,
      )
    return drifts.length === 0 ? 0 : 1
  } finally {
    await close()
    await store.stop()
  }
})
