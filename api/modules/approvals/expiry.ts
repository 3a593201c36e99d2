/** Proposals that nobody decided in time. */
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { eachByItself } from '#common/each-by-itself'
import type { Logger } from '#common/log'
import { database, inTransaction } from '#db/connection'
import { approvals } from '#db/schema/approvals'
import { expireProposal } from './decisions.ts'

const EVERY_MS = 60_000
/** Proposals of one transaction. */
const BATCH = 100

/** Expires what is due, oldest first; one that is being decided is left for the next round. Returns their number. */
export function expireProposals(log: Logger): Promise<number> {
  return inTransaction(async () => {
    const due = await database()
      .select()
      .from(approvals)
      .where(and(eq(approvals.state, 'waiting'), lte(approvals.expires_at, sql`now()`)))
      .orderBy(asc(approvals.id))
      .limit(BATCH)
      .for('no key update', { skipLocked: true })
    return eachByItself(due, expireProposal, { log, message: 'a proposal could not be expired' })
  })
}

/** Expires proposals at intervals until closed. */
export function startProposalExpiry(log: Logger): { close(): Promise<void> } {
  const timer = setInterval(async () => {
    try {
      while ((await expireProposals(log)) === BATCH);
    } catch (error) {
      log.warn({ err: error }, 'proposals could not be expired')
    }
  }, EVERY_MS)
  timer.unref()
  return { close: async () => clearInterval(timer) }
}
