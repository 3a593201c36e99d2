/** Verifies the chain of the audit log and its seals, in bounded memory and short statements. */
import { and, asc, eq, getTableColumns, gt, lte, sql } from 'drizzle-orm'
import { isSealed } from './audit-seal.ts'
import type { Database } from './client.ts'
import { auditHead, auditLog } from './schema/operations.ts'

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
  /** Runs after each batch, with the entries verified so far and all; the next batch waits for it. */
  onBatch?: (checked: number, entries: number) => Promise<void>
}

/** Entries read at a time: a few milliseconds of work between two statements. */
const BATCH = 250

const readHead = async (db: Database) => {
  const [head] = await db.select().from(auditHead)
  if (!head) throw new Error('The audit log has no head: the database was not migrated')
  return head
}

/** Each entry with whether its hash is the digest of its content. */
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

/** Whether entries follow the head: they were added without its lock. One statement, so that both are of one moment. */
async function findEntryAfterHead(db: Database): Promise<number | undefined> {
  const [found] = await db.execute<{ id: number | null }>(sql`
    select min(id) as id from audit_log where id > (select last_id from audit_head)`)
  return found?.id ?? undefined
}

/**
 * Follows the chain of hashes from the first entry to the one that is the head when it begins, and the seals with the
 * keys. Entries that are added meanwhile are not looked at.
 */
export async function verifyAuditLog(
  db: Database,
  { keys, onBatch }: AuditVerification,
): Promise<AuditReport> {
  const head = await readHead(db)
  let [lastId, lastHash, previous, entries] = [0, '', '', 0]
  let brokenAt: number | undefined
  let sealedFrom: number | undefined
  for (;;) {
    const batch = await readBatch(db, lastId, head.last_id)
    for (const { digests, ...entry } of batch) {
      const isChained = entry.id === lastId + 1 && entry.prev_hash === lastHash && digests
      sealedFrom ??= entry.seal ? entry.id : undefined
      const isSound = sealedFrom === undefined || keys.length === 0 || isSealed(keys, previous, entry)
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

/** Whether an entry with this hash is in the log: a head that was recorded earlier must stay part of the chain. */
export async function holdsAuditHead(db: Database, hash: string): Promise<boolean> {
  const [found] = await db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.hash, hash)).limit(1)
  return found !== undefined
}
