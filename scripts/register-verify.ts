/**
 * `bun run register:verify [--expect-head <hash>]… [--snapshot <id>]`: recalculates holdings, units in issue, chain and
 * limits of the register from its entries. A head recorded earlier, and each head in a snapshot, must still be the hash
 * of an entry. Prints what opens the heads of a snapshot, by default the latest one.
 */
import { openDatabase } from '#db/client'
import {
  containsRegisterHead,
  findRegisterDiscrepancies,
  registerDiscrepancyMessages,
  summarizeRegister,
} from '#db/register-integrity'
import { compareSnapshotHeads, listSnapshotHeads } from '#db/snapshot-head-check'
import { findDatabase } from './command-database.ts'
import { parseHeadOptions } from './expected-head-options.ts'
import { print, runMain } from './terminal-output.ts'

await runMain(async () => {
  const { expected, snapshot } = parseHeadOptions('register:verify')
  const store = await findDatabase()
  const { sql, db, close } = openDatabase(store.url, { max: 1, applicationName: 'lodefield register:verify' })
  try {
    // Everything is read, which may exceed the time limit of a request.
    await sql`set statement_timeout = 0`
    for (const { symbol, entries, holders, units_in_issue, head } of await summarizeRegister(db)) {
      print(
        `${symbol}: ${entries} entries, ${holders} holders, ${units_in_issue} units in issue, head ${head}`,
      )
    }
    const faults = (await findRegisterDiscrepancies(db)).map(
      ({ symbol, entry, what }) =>
        `${symbol}${entry === null ? '' : `, entry ${entry}`}: ${registerDiscrepancyMessages[what]}.`,
    )
    for (const hash of expected) {
      if (!(await containsRegisterHead(db, hash)))
        faults.push(`Head ${hash}, recorded earlier, was not found in the register.`)
    }
    const inSnapshots = compareSnapshotHeads(await listSnapshotHeads(db, 'register'), snapshot)
    for (const line of [...inSnapshots.opened, ...faults, ...inSnapshots.faults]) print(line)
    faults.push(...inSnapshots.faults)
    if (faults.length === 0)
      print('The register is intact: hash chain, balance, holdings, limits and heads recorded in snapshots.')
    return faults.length === 0 ? 0 : 1
  } finally {
    await close()
    await store.stop()
  }
})
