/** Verifies the audit log's hash chain and seals, in bounded memory and short statements. */
import { and, asc, eq, getTableColumns, gt, lte, sql } from 'drizzle-orm'
import { auditHead, auditLog } from '#db/schema/platform/audit'
import { verifySeal } from './audit-seal.ts'
import type { Database } from './client.ts'

export interface AuditVerificationResult {
  entries: number
  /** Id of the first entry that does not follow from the previous one, or the next id if the end is missing. */
  brokenAt: number | undefined
  /** Hash of the last entry: stored elsewhere, it later proves that the chain was not rebuilt. */
  head: string
  /** Id of the first sealed entry; its seal also covers all earlier entries. */
  sealedFrom: number | undefined
}

interface AuditVerification {
  /** Seal keys; without any, only the plain chain is verified. */
  keys: readonly string[]
  /** Called after each batch with the number of entries verified so far and the total; the next batch waits for it. */
  onBatch?: (checked: number, entries: number) => Promise<void>
}

/** Entries read at a time: a few milliseconds of work between two statements. */
const BATCH = 250

const readHead = async (db: Database) => {
  const [head] = await db.select().from(auditHead)
  if (!head) throw new Error('The audit log has no head: the database was not migrated')
  return head
}

/** Each entry, and whether its hash is the digest of its content. */
const readBatch = (db: Database, after: number, last: number) =>
  db
    .select({
      ...getTableColumns(auditLog),
      digests: sql<boolean>`audit_digest(audit_log) = ${auditLog.hash}`,
    })
    .from(auditLog)
    .where(and(gt(auditLog.id, after), lte(auditLog.id, last)))
    .orderBy(asc(auditLog.id))
    .limit(BATCH)

/**
 * Whether entries exist after the head, meaning that they were added without its lock. A single statement, so that both
 * reflect the same moment.
 */
async function findEntryAfterHead(db: Database): Promise<number | undefined> {
  const [found] = await db.execute<{ id: number | null }>(sql`
    select min(id) as id from audit_log where id > (select last_id from audit_head)`)
  return found?.id ?? undefined
}

/**
 * Follows the hash chain from the first entry to the head at the start, and the seals with the keys. Entries added in
 * the meantime are ignored.
 */
export async function verifyAuditLog(
  db: Database,
  { keys, onBatch }: AuditVerification,
): Promise<AuditVerificationResult> {
  const head = await readHead(db)
  let [lastId, lastHash, previous, entries] = [0, '', '', 0]
  let brokenAt: number | undefined
  let sealedFrom: number | undefined
  for (;;) {
    const batch = await readBatch(db, lastId, head.last_id)
    for (const { digests, ...entry } of batch) {
      const isChained = entry.id === lastId + 1 && entry.prev_hash === lastHash && digests
      sealedFrom ??= entry.seal ? entry.id : undefined
      const isSound = sealedFrom === undefined || keys.length === 0 || verifySeal(keys, previous, entry)
      if (!isChained || !isSound) brokenAt ??= entry.id
      ;[lastId, lastHash, previous] = [entry.id, entry.hash, entry.seal || entry.hash]
    }
    entries += batch.length
    await onBatch?.(entries, head.last_id)
    if (batch.length < BATCH) break
  }
  const isWhole = lastId === head.last_id && lastHash === head.last_hash
  return {
    entries,
    brokenAt: brokenAt ?? (isWhole ? await findEntryAfterHead(db) : lastId + 1),
    head: head.last_hash,
    sealedFrom,
  }
}

/** Whether an entry with this hash is in the log: a previously recorded head must stay part of the chain. */
export async function containsAuditHead(db: Database, hash: string): Promise<boolean> {
  const [found] = await db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.hash, hash)).limit(1)
  return found !== undefined
}
