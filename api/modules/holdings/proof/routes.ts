import { toActor } from '#common/audit-actor'
import { adminProof } from '#contract/holdings/admin-proof'
import { proof } from '#contract/holdings/proof'
import { serveCached } from '#http/cache/serve-cached'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { getInvestorProof } from './investor-proof.ts'
import { requestManualSnapshot } from './manual-snapshots.ts'
import { getSnapshot, listSnapshots } from './snapshots.ts'

/** The published snapshots, and an investor's proof. */
export const proofRoutes = () => [
  serveEndpoint(proof.list, ({ query }) => listSnapshots(query.before)),
  serveCached(proof.get, ({ id }) => getSnapshot(id), { maxAgeMs: Number.POSITIVE_INFINITY }),
  serveEndpoint(proof.getInvestorProof, ({ caller }) => getInvestorProof(caller.id)),
]

/** Manual snapshots. */
export const proofAdmin = () => [
  serveEndpoint(adminProof.takeSnapshot, async (call) => ({
    snapshot: await requestManualSnapshot(toActor(call)),
  })),
]
