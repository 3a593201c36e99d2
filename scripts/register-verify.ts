/**
 * `bun run register:verify [--expect-head <hash>]…`: derives holdings, units in issue, chain and limits of the register
 * again from its entries. A head that was recorded earlier must still be the hash of an entry.
 */
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/client'
import {
  findRegisterFaults,
  holdsRegisterHead,
  registerFaults,
  summariseRegister,
} from '#db/register-integrity'
import { print, runMain, StartError } from './progress.ts'
import { findStore } from './store.ts'

function readExpectedHeads(): string[] {
  try {
    const options = { 'expect-head': { type: 'string', multiple: true } } as const
    return parseArgs({ options }).values['expect-head'] ?? []
  } catch (error) {
    throw new StartError(`${(error as Error).message} Usage: npm run register:verify -- --expect-head <hash>`)
  }
}

await runMain(async () => {
  const expected = readExpectedHeads()
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
    for (const fault of faults) print(fault)
    if (faults.length === 0) print('The register is intact: chain, balance, holdings and limits.')
    return faults.length === 0 ? 0 : 1
  } finally {
    await close()
    await store.stop()
  }
})
