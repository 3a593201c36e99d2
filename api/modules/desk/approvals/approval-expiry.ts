/** Approval requests that were not decided in time. */
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Logger } from '#common/logger'
import { processRows } from '#common/process-rows'
import { database, inTransaction } from '#db/connection'
import { approvals } from '#db/schema/desk/approvals'
import { expireApprovalRequest } from './approval-decisions.ts'

const EVERY_MS = 60_000
/** Approval requests per transaction. */
const BATCH = 100

/** Expires due requests, oldest first; one that is being decided is left for the next round. Returns their number. */
export function expireApprovalRequests(log: Logger): Promise<number> {
  return inTransaction(async () => {
    const due = await database()
      .select()
      .from(approvals)
      .where(and(eq(approvals.state, 'waiting'), lte(approvals.expires_at, sql`now()`)))
      .orderBy(asc(approvals.id))
      .limit(BATCH)
      .for('no key update', { skipLocked: true })
    return processRows(due, expireApprovalRequest, {
      log,
      message: 'an approval request could not be expired',
    })
  })
}

/** Expires requests at intervals until closed. */
export function startApprovalExpiryJob(log: Logger): { close(): Promise<void> } {
  const timer = setInterval(async () => {
    try {
      while ((await expireApprovalRequests(log)) === BATCH);
    } catch (error) {
      log.warn({ err: error }, 'approval requests could not be expired')
    }
  }, EVERY_MS)
  timer.unref()
  return { close: async () => clearInterval(timer) }
}
