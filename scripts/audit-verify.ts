/**
 * `bun run audit:verify [--expect-head <hash>]… [--snapshot <id>]`: verifies the audit log's chain and seals, and
 * reports where they are broken. A head recorded earlier by the log stream, and each head in a snapshot, must still be
 * in the chain. Prints what opens the head of a snapshot, by default the latest one.
 */
import { containsAuditHead, verifyAuditLog } from '#db/audit-chain'
import { database } from '#db/connection'
import { compareSnapshotHeads, listSnapshotHeads } from '#db/snapshot-head-check'
import { findAuditKeys } from '#secrets'
import { loadConfig, withDatabase } from './command-database.ts'
import { parseHeadOptions } from './expected-head-options.ts'
import { runMain } from './terminal-output.ts'

await runMain(async () => {
  const { expected, snapshot } = parseHeadOptions('audit:verify')
  const keys = await findAuditKeys(loadConfig())
  const { report, missing, inSnapshots } = await withDatabase(async () => {
    const missing: string[] = []
    for (const head of expected) if (!(await containsAuditHead(database(), head))) missing.push(head)
    const inSnapshots = compareSnapshotHeads(await listSnapshotHeads(database(), 'audit'), snapshot)
    return { report: await verifyAuditLog(database(), { keys }), missing, inSnapshots }
  })
  const { entries, head, brokenAt, sealedFrom } = report
  console.log(`Entries  ${entries}`)
  console.log(`Head     ${head || '(empty log)'}`)
  console.log(`Sealed   ${sealedFrom === undefined ? 'none' : `from entry ${sealedFrom}`}`)
  for (const line of inSnapshots.opened) console.log(line)
  const faults = missing.map((hash) => `Head ${hash}, recorded earlier, was not found in the log.`)
  faults.push(...inSnapshots.faults)
  if (brokenAt !== undefined) {
    faults.push(
      `Chain broken at entry ${brokenAt}: this entry or an earlier one was changed or removed, or sealed with a key that is not available.`,
    )
  }
  if (sealedFrom === undefined && entries > 0) {
    faults.push('No entries are sealed: sealing has never been active, or the seals were removed.')
  }
  if (faults.length > 0) {
    for (const fault of faults) console.log(fault)
    return 1
  }
  if (keys.length === 0 && entries > 0) {
    console.log(
      'The hash chain is intact. Seals were not checked because no key is available (AUDIT_KEY, or audit-key in the data folder).',
    )
    return 1
  }
  console.log('The audit log is intact. Use --expect-head to check heads recorded earlier.')
  return 0
})
