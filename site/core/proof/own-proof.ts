/** The investor's own proof with what it is checked against. Fetched when the investor asks for it. */
import { type ProofFile, proof } from '#contract/proof'
import { callInvestor } from '#core/api/investor-api'
import { type PublishedFacts, readPublished } from './published.ts'

export interface OwnProof {
  file: ProofFile
  known: PublishedFacts
}

/** Fetches the proof in the newest snapshot. Rejects as any call of the investor does: 404 without units or snapshot. */
export async function fetchOwnProof(): Promise<OwnProof> {
  const file = await callInvestor(proof.mine)
  return { file, known: await readPublished(file.snapshot) }
}
