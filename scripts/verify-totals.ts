/**
 * `bun run totals:verify`: sums all transactions and compares them with the stored totals. Reads `DATABASE_URL`, or the
 * embedded database in `DATA_DIR`, whether or not its server is running.
 */
import { openDatabase } from '#db/client'
import { findTotalsDiscrepancies, type TotalsDiscrepancy } from '#db/totals-integrity'
import { findDatabase } from './command-database.ts'
import { print, runMain } from './terminal-output.ts'

const line = (drift: TotalsDiscrepancy): string =>
  `investor ${drift.user_id}, ${drift.type}, ${drift.status}: stored ${drift.kept_count} transactions, amount ${drift.kept_amount}, fees ${drift.kept_fees}; actual ${drift.actual_count} transactions, amount ${drift.actual_amount}, fees ${drift.actual_fees}`

await runMain(async () => {
  const store = await findDatabase()
  const { sql, db, close } = openDatabase(store.url, { max: 1, applicationName: 'lodefield totals:verify' })
  try {
    // Everything is read, which may exceed the time limit of a request.
    await sql`set statement_timeout = 0`
    const drifts = await findTotalsDiscrepancies(db)
    for (const drift of drifts) print(line(drift))
    if (drifts.length === 0) print('Totals match the transactions.')
    else
      print(
        `${drifts.length} ${drifts.length === 1 ? 'total does not match' : 'totals do not match'} the transactions.`,
      )
    return drifts.length === 0 ? 0 : 1
  } finally {
    await close()
    await store.stop()
  }
})
