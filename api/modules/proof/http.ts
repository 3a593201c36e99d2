import { actorOf } from '#common/actor'
import { adminProof } from '#contract/admin-proof'
import { proof } from '#contract/proof'
import { serveCached } from '#http/cache/serve-cached'
import { serve } from '#http/pipeline/serve'
import { readInvestorProof } from './investor-proof.ts'
import { makeSnapshotOnCommand } from './on-command.ts'
import { listSnapshots, readSnapshot } from './snapshots.ts'

/** The published snapshots, and an investor's proof. */
export const proofRoutes = () => [
  serve(proof.list, ({ query }) => listSnapshots(query.before)),
  serveCached(proof.read, ({ id }) => readSnapshot(id), { freshFor: Number.POSITIVE_INFINITY }),
  serve(proof.mine, ({ caller }) => readInvestorProof(caller.id)),
]

/** Snapshots on command. */
export const proofAdmin = () => [
  serve(adminProof.makeSnapshot, async (call) => ({ snapshot: await makeSnapshotOnCommand(actorOf(call)) })),
]
