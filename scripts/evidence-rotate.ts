/** `bun run evidence:rotate`: re-encrypts all evidence keys with the first key of `EVIDENCE_KEY`, and records it. */
import { COMMAND_LINE_NAME, commandLineActor } from '#common/audit-actor'
import { provideServices } from '#common/service-container'
import { rotateEvidenceKeys } from '#modules/compliance/verifications/rotate-evidence-keys'
import { getEvidenceKeys } from '#secrets'
import { loadConfig } from './command-database.ts'
import { runWithAudit } from './run-with-audit.ts'
import { print, runMain } from './terminal-output.ts'

await runMain(async () => {
  provideServices({ evidenceKeys: await getEvidenceKeys(loadConfig()) })
  const { files, rewrapped, unreadable } = await runWithAudit(() =>
    rotateEvidenceKeys(commandLineActor, COMMAND_LINE_NAME),
  )
  print(`${rewrapped} of ${files} evidence keys re-encrypted.`)
  if (unreadable.length === 0) {
    print('The earlier keys in EVIDENCE_KEY are no longer needed.')
    return 0
  }
  print(`No configured key can decrypt these files; locate the missing key: ${unreadable.join(', ')}`)
  return 1
})
