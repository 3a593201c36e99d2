/** A snapshot on the command of an administrator. */
import type { Actor } from '#common/actor'
import { Problem } from '#contract/problem'
import type { ListedSnapshot } from '#contract/proof'

/** Throws `conflict` with the reason why there is none. */
export async function makeSnapshotOnCommand(_actor: Actor): Promise<ListedSnapshot | null> {
  throw new Problem('conflict', 'No snapshot can be made yet.')
}
