/** A snapshot taken manually by an administrator. */
import type { Actor } from '#common/audit-actor'
import { getService } from '#common/service-container'
import type { SnapshotListItem } from '#contract/holdings/proof'
import { Problem } from '#contract/problem'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { SnapshotError } from './snapshot-error.ts'
import { takeSnapshot } from './take-snapshot.ts'

/** Milliseconds after which the response no longer waits for a large snapshot. */
const PATIENCE_MS = 2_500

/**
 * Takes a manual snapshot for an administrator, with its audit log entry. `name` says who requested it without a
 * session. Throws what {@link takeSnapshot} throws.
 */
export const takeManualSnapshot = (actor: Actor, name?: string): Promise<SnapshotListItem> =>
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
 * Takes a snapshot; null while a large one is still in progress. Throws `conflict` with the reason if there is none.
 */
export async function requestManualSnapshot(actor: Actor): Promise<SnapshotListItem | null> {
  const { log } = getService('proof')
  const taking = takeManualSnapshot(actor).catch((error: unknown) => {
    if (error instanceof SnapshotError) throw new Problem('conflict', `The snapshot failed. ${error.message}`)
    throw error
  })
  // After the response, which says that the list shows the result.
  taking.catch((err) => log.warn({ err }, 'a snapshot on command was not made'))
  return Promise.race([taking, Bun.sleep(PATIENCE_MS).then(() => null)])
}
