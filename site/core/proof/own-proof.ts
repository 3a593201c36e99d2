/** The investor's own proof with what it is checked against. Fetched when the investor asks for it. */
import { type ProofFile, proof } from '#contract/proof'
import { callInvestor } from '#core/api/investor-api'
import type { Snapshot } from '#shared/proof/snapshot'
import { readKeys, readSnapshotBefore } from './published.ts'

export interface OwnProof {
  file: ProofFile
  /** The published key, of this snapshot where that is an earlier one; undefined when it could not be read. */
  key: string | undefined
  /** The snapshot before; undefined for the first, and when it could not be read. */
  previous: Snapshot | undefined
}

/** Fetches the proof in the newest snapshot. Rejects as any call of the investor does: 404 without units or snapshot. */
export async function fetchOwnProof(): Promise<OwnProof> {
  const file = await callInvestor(proof.mine)
  const [keys, previous] = await Promise.all([readKeys(), readSnapshotBefore(file.snapshot)])
  return { file, key: keys?.find((key) => key === file.key) ?? keys?.[0], previous }
}
