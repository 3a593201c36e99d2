/** The investor's own proof and the data it is verified against. Fetched on demand. */
import { type ProofFile, proof } from '#contract/holdings/proof'
import { callInvestor } from '#core/api/investor-api'
import { fetchPublishedFacts, type PublishedFacts } from './published-proof-data.ts'

export interface InvestorProof {
  file: ProofFile
  known: PublishedFacts
}

/**
 * Fetches the proof in the newest snapshot. Rejects like any investor call: 404 if there are no units or no snapshot.
 */
export async function fetchInvestorProof(): Promise<InvestorProof> {
  const file = await callInvestor(proof.getInvestorProof)
  return { file, known: await fetchPublishedFacts(file.snapshot) }
}
