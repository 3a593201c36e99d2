/**
 * `bun run audit:verify [--expect-head <hash>]… [--snapshot <id>]`: verifies the chain of the audit log and its seals, and reports
 * where they are broken. A head that the log stream recorded earlier, and each that a snapshot names, must still be in the
 * chain. Prints what opens the head of a snapshot, the newest one without an id.
 */
import { holdsAuditHead, verifyAuditLog } from '#db/audit-chain'
import { database } from '#db/connection'
import { describeHeads, readNamedHeads } from '#db/snapshot-heads'
import { findAuditKeys } from '#secrets'
import { readHeadOptions } from './head-options.ts'
import { runMain } from './progress.ts'
import { readStoreConfig, withStore } from './store.ts'

await runMain(async () => {
  const { expected, snapshot } = readHeadOptions('audit:verify')
  const keys = await findAuditKeys(readStoreConfig())
  const { report, missing, inSnapshots } = await withStore(async () => {
    const missing: string[] = []
    for (const head of expected) if (!(await holdsAuditHead(database(), head))) missing.push(head)
    const inSnapshots = describeHeads(await readNamedHeads(database(), 'audit'), snapshot)
    return { report: await verifyAuditLog(database(), { keys }), missing, inSnapshots }
  })
  const { entries, head, brokenAt, sealedFrom } = report
  console.log(`Entries  ${entries}`)
  console.log(`Head     ${head || '(empty log)'}`)
  console.log(`Sealed   ${sealedFrom === undefined ? 'none' : `from entry ${sealedFrom}`}`)
  for (const line of inSnapshots.opened) console.log(line)
  const faults = missing.map((hash) => `The head ${hash}, recorded earlier, is not in the log.`)
  faults.push(...inSnapshots.faults)
  if (brokenAt !== undefined) {
    faults.push(
      `Broken at entry ${brokenAt}: it, or one before it, was changed, removed, or sealed with a key that is missing.`,
    )
  }
  if (sealedFrom === undefined && entries > 0) {
    faults.push('No entry is sealed: no server with seals has started yet, or the seals were removed.')
  }
  if (faults.length > 0) {
    for (const fault of faults) console.log(fault)
    return 1
  }
  if (keys.length === 0 && entries > 0) {
    console.log(
      'The chain of hashes is intact. There is no key (AUDIT_KEY, or audit-key in the data folder): the seals were not checked.',
    )
    return 1
  }
  console.log('The log is intact. Compare earlier heads of the log stream with --expect-head.')
  return 0
})
