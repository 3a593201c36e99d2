/**
 * `bun run register:verify [--expect-head <hash>]… [--snapshot <id>]`: derives holdings, units in issue, chain and limits of the register
 * again from its entries. A head that was recorded earlier, and each that a snapshot names, must still be the hash of an
 * entry. Prints what opens the heads of a snapshot, the newest one without an id.
 */
import { openDatabase } from '#db/client'
import {
  findRegisterFaults,
  holdsRegisterHead,
  registerFaults,
  summariseRegister,
} from '#db/register-integrity'
import { describeHeads, readNamedHeads } from '#db/snapshot-heads'
import { readHeadOptions } from './head-options.ts'
import { print, runMain } from './progress.ts'
import { findStore } from './store.ts'

await runMain(async () => {
  const { expected, snapshot } = readHeadOptions('register:verify')
  const store = await findStore()
  const { sql, db, close } = openDatabase(store.url, { max: 1, applicationName: 'lodefield register:verify' })
  try {
    // Everything is read, which may exceed the time limit of a request.
    await sql`set statement_timeout = 0`
    for (const { symbol, entries, holders, units_in_issue, head } of await summariseRegister(db)) {
      print(
        `${symbol}: ${entries} entries, ${holders} holders, ${units_in_issue} units in issue, head ${head}`,
      )
    }
    const faults = (await findRegisterFaults(db)).map(
      ({ symbol, entry, what }) =>
        `${symbol}${entry === null ? '' : `, entry ${entry}`}: ${registerFaults[what]}.`,
    )
    for (const hash of expected) {
      if (!(await holdsRegisterHead(db, hash)))
        faults.push(`The head ${hash}, recorded earlier, is not in the register.`)
    }
    const inSnapshots = describeHeads(await readNamedHeads(db, 'register'), snapshot)
    for (const line of [...inSnapshots.opened, ...faults, ...inSnapshots.faults]) print(line)
    faults.push(...inSnapshots.faults)
    if (faults.length === 0)
      print('The register is intact: chain, balance, holdings, limits, and the heads that snapshots name.')
    return faults.length === 0 ? 0 : 1
  } finally {
    await close()
    await store.stop()
  }
})
