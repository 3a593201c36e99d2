/** The proof that an investor's units are counted in the newest snapshot. */
import { Problem } from '#contract/problem'
import type { ProofFile } from '#contract/proof'

/** Throws `not_found` where nothing is held or there is no snapshot yet. */
export async function readInvestorProof(_investorId: number): Promise<ProofFile> {
  throw new Problem('not_found', 'There is no snapshot yet. The first one is made at 00:05 UTC.')
}
