/** A snapshot on the command of an administrator. */
import type { Actor } from '#common/actor'
import { partOf } from '#common/process-state'
import { Problem } from '#contract/problem'
import type { ListedSnapshot } from '#contract/proof'
import { recordAudit } from '#modules/audit/service'
import { SnapshotRefused } from './refusal.ts'
import { takeSnapshot } from './take-snapshot.ts'

/** Milliseconds after which the response no longer waits for a large snapshot. */
const PATIENCE_MS = 2_500

/**
 * Takes a snapshot on the command of an administrator, with its entry in the audit log. `name` says who commands it
 * without a session. Throws what {@link takeSnapshot} throws.
 */
export const takeOnCommand = (actor: Actor, name?: string): Promise<ListedSnapshot> =>
  takeSnapshot('command', (snapshot) =>
    recordAudit(actor, {
      action: 'proof.snapshot',
      entity: 'proof',
      entityId: snapshot.id,
      after: snapshot,
      ...(name !== undefined && { name }),
    }),
  )

/**
 * Takes a snapshot; null while a large one is still being made. Throws `conflict` with the reason why there is none.
 */
export async function makeSnapshotOnCommand(actor: Actor): Promise<ListedSnapshot | null> {
  const { log } = partOf('proof')
  const taking = takeOnCommand(actor).catch((error: unknown) => {
    if (error instanceof SnapshotRefused)
      throw new Problem('conflict', `No snapshot was made. ${error.message}`)
    throw error
  })
  // After the response, which says that the list shows the result.
  taking.catch((err) => log.warn({ err }, 'a snapshot on command was not made'))
  return Promise.race([taking, Bun.sleep(PATIENCE_MS).then(() => null)])
}
