/** `bun run proof:snapshot`: takes a snapshot of all registers now, after the one of the day, and records it. */
import { TERMINAL_NAME, terminal } from '#common/actor'
import { createLogger } from '#common/log'
import { Problem } from '#contract/problem'
import { provideProofKeys } from '#modules/proof/keys'
import { takeOnCommand } from '#modules/proof/on-command'
import { SnapshotRefused } from '#modules/proof/refusal'
import { openProof } from '#modules/proof/take-snapshot'
import { proofSecrets } from '#secrets'
import { withAudit } from './audited.ts'
import { print, runMain, StartError } from './progress.ts'
import { readStoreConfig } from './store.ts'

/** Takes it. Throws a {@link StartError} with the reason when there is none. */
async function take() {
  provideProofKeys(await proofSecrets(readStoreConfig()))
  const proof = openProof(createLogger('silent'))
  try {
    return await takeOnCommand(terminal, TERMINAL_NAME)
  } catch (error) {
    const isExplained = error instanceof SnapshotRefused || error instanceof Problem
    throw isExplained ? new StartError(`No snapshot was made. ${error.message}`) : error
  } finally {
    await proof.close()
  }
}

await runMain(async () => {
  const { id, hash } = await withAudit(take)
  print(`Snapshot ${id} is published. SHA-256 ${hash}`)
  return 0
})
