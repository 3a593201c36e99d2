/** `bun run evidence:rotate`: encrypts the keys of all evidence with the first key of `EVIDENCE_KEY`, and records it. */
import { TERMINAL_NAME, terminal } from '#common/actor'
import { provide } from '#common/process-state'
import { rotateEvidenceKeys } from '#modules/verifications/rotation'
import { evidenceKeys } from '#secrets'
import { withAudit } from './audited.ts'
import { print, runMain } from './progress.ts'
import { readStoreConfig } from './store.ts'

await runMain(async () => {
  provide({ evidenceKeys: await evidenceKeys(readStoreConfig()) })
  const { files, rewrapped, unreadable } = await withAudit(() => rotateEvidenceKeys(terminal, TERMINAL_NAME))
  print(`${rewrapped} of ${files} keys of evidence are encrypted anew.`)
  if (unreadable.length === 0) {
    print('The earlier keys of EVIDENCE_KEY are not needed any more.')
    return 0
  }
  print(`No configured key opens these files, keep looking for it: ${unreadable.join(', ')}`)
  return 1
})
