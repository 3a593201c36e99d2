/** `bun run audit:verify`: follows the chain of the audit log and tells where it is broken. */
import { database } from '#db/connection'
import { verifyAuditLog } from '#db/integrity'
import { withStore } from './store.ts'
import { runMain } from './tell.ts'

await runMain(async () => {
  const report = await withStore(() => verifyAuditLog(database()))
  console.log(`Entries  ${report.entries}`)
  console.log(`Head     ${report.head || '(empty log)'}`)
  if (report.brokenAt === undefined) {
    console.log(
      'The chain is whole. Keep the head elsewhere: it shows later that the chain was not made anew.',
    )
    return 0
  }
  console.log(`Broken   at entry ${report.brokenAt}: it, or one before it, was changed or removed.`)
  return 1
})
