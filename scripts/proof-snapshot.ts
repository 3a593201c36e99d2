/** `bun run proof:snapshot`: takes a manual snapshot of all registers, after the daily one, and records it. */
import { COMMAND_LINE_NAME, commandLineActor } from '#common/audit-actor'
import { createLogger } from '#common/logger'
import { Problem } from '#contract/problem'
import { takeManualSnapshot } from '#modules/holdings/proof/manual-snapshots'
import { setProofKeys } from '#modules/holdings/proof/proof-keys'
import { SnapshotError } from '#modules/holdings/proof/snapshot-error'
import { startProofService } from '#modules/holdings/proof/take-snapshot'
import { getProofSecrets } from '#secrets'
import { loadConfig } from './command-database.ts'
import { runWithAudit } from './run-with-audit.ts'
import { CommandError, print, runMain } from './terminal-output.ts'

/** Takes the snapshot. Throws a {@link CommandError} with the reason if there is none. */
async function take() {
  setProofKeys(await getProofSecrets(loadConfig()))
  const proof = startProofService(createLogger('silent'))
  try {
    return await takeManualSnapshot(commandLineActor, COMMAND_LINE_NAME)
  } catch (error) {
    const isExplained = error instanceof SnapshotError || error instanceof Problem
    throw isExplained ? new CommandError(`The snapshot failed. ${error.message}`) : error
  } finally {
    await proof.close()
  }
}

await runMain(async () => {
  const { id, hash } = await runWithAudit(take)
  print(`Snapshot ${id} published. SHA-256 ${hash}`)
  return 0
})
