/** Recomputes redundant data in the database, and compares. */
import { asc, eq, gt, sql } from 'drizzle-orm'
import { isSealed } from './audit-seal.ts'
import type { Database } from './client.ts'
import { auditLog } from './schema/operations.ts'

export interface TotalsDrift {
  user_id: number
  type: string
  status: string
  kept_count: number
  actual_count: number
  kept_amount: string
  actual_amount: string
  kept_fees: string
  actual_fees: string
}

/** Where `transaction_totals` differs from the sums of `transactions`; empty when all is well. */
export async function findTotalsDrift(db: Database): Promise<TotalsDrift[]> {
  return [
    ...(await db.execute<TotalsDrift & Record<string, unknown>>(sql`
      select user_id, type, status,
        coalesce(kept.count, 0) as kept_count, coalesce(actual.count, 0) as actual_count,
        coalesce(kept.amount, 0) as kept_amount, coalesce(actual.amount, 0) as actual_amount,
        coalesce(kept.fees, 0) as kept_fees, coalesce(actual.fees, 0) as actual_fees
      from transaction_totals as kept
      full join (
        select user_id, type, status, count(*) as count, sum(amount) as amount, sum(fee) as fees
        from transactions group by user_id, type, status
      ) as actual using (user_id, type, status)
      where (coalesce(kept.count, 0), coalesce(kept.amount, 0), coalesce(kept.fees, 0))
        is distinct from (coalesce(actual.count, 0), coalesce(actual.amount, 0), coalesce(actual.fees, 0))
      order by user_id, type, status`)),
  ]
}

export interface AuditReport {
  entries: number
  /** Id of the first entry that does not follow from the one before it, or the next id when the end is missing. */
  brokenAt: number | undefined
  /** Hash of the last entry: stored elsewhere, it shows later that the chain was not rebuilt. */
  head: string
  /** Id of the first entry with a seal, which also covers all entries before it. */
  sealedFrom: number | undefined
}

interface AuditVerification {
  /** Keys of the seals; without any only the plain chain is verified. */
  keys: readonly string[]
}

/** Entries read at a time. */
const BATCH = 1_000

/** Id of the first entry of the whole log whose seal is not right, and of the first that has one. */
async function followSeals(db: Database, keys: readonly string[]) {
  let brokenAt: number | undefined
  let sealedFrom: number | undefined
  let previous = ''
  let lastId = 0
  for (;;) {
    const entries = await db
      .select()
      .from(auditLog)
      .where(gt(auditLog.id, lastId))
      .orderBy(asc(auditLog.id))
      .limit(BATCH)
    for (const entry of entries) {
      sealedFrom ??= entry.seal ? entry.id : undefined
      const sound = sealedFrom === undefined || keys.length === 0 || isSealed(keys, previous, entry)
      if (!sound) brokenAt ??= entry.id
      previous = entry.seal || entry.hash
      lastId = entry.id
    }
    if (entries.length < BATCH) return { brokenAt, sealedFrom }
  }
}

const smallest = (...ids: (number | null | undefined)[]): number | undefined => {
  const known = ids.filter((id): id is number => typeof id === 'number')
  return known.length > 0 ? Math.min(...known) : undefined
}

/** Follows the hash chain of the audit log from its first entry to its head, and the seals with the keys. */
export async function verifyAuditLog(db: Database, { keys }: AuditVerification): Promise<AuditReport> {
  const [report] = await db.execute<{
    entries: number
    broken: number | null
    last: number
    head_id: number
    head: string
    last_hash: string
  }>(sql`
    with chained as (
      select id, hash,
        id = lag(id, 1, 0) over (order by id) + 1
          and prev_hash = lag(hash, 1, '') over (order by id)
          and hash = audit_digest(audit_log) as sound
      from audit_log
    )
    select count(*) as entries, min(id) filter (where not sound) as broken, coalesce(max(id), 0) as last,
      coalesce((select hash from audit_log order by id desc limit 1), '') as last_hash,
      (select last_id from audit_head) as head_id, (select last_hash from audit_head) as head
    from chained`)
  if (!report) throw new Error('The audit log has no head: the database was not migrated')
  const endMissing = report.head_id !== report.last || report.head !== report.last_hash
  const seals = await followSeals(db, keys)
  return {
    entries: report.entries,
    brokenAt: smallest(report.broken, seals.brokenAt) ?? (endMissing ? report.last + 1 : undefined),
    head: report.head,
    sealedFrom: seals.sealedFrom,
  }
}

/** Whether an entry with this hash is in the log: a head that was recorded earlier must stay part of the chain. */
export async function holdsAuditHead(db: Database, hash: string): Promise<boolean> {
  const [found] = await db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.hash, hash)).limit(1)
  return found !== undefined
}
