/**
 * Whether the database is unable to store anything. Reads succeed on a full disk, so only failed writes reveal it. A
 * failure is remembered, and from then on a write that needs new space is tried and rolled back.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { findCode } from './errors.ts'

/** Sentences by SQLSTATE. */
const REASONS = {
  '53100': 'The disk of the database is full: nothing can be stored.',
  '58030': 'The disk of the database fails: nothing can be stored.',
  '25006': 'The database is read-only: nothing can be stored.',
}
type Code = keyof typeof REASONS

/** More than the free space within a typical table. */
const PROBE_BYTES = 256 * 1024

let failed: Code | undefined
let probing: Promise<void> | undefined

const codeOf = (error: unknown): Code | undefined => findCode(error, Object.keys(REASONS)) as Code | undefined

/** Remembers an error indicating that nothing can be stored; others are ignored. */
export function noteStorageFailure(error: unknown): void {
  failed = codeOf(error) ?? failed
}

/** Rolls back a successful probe. */
class Stored extends Error {}

async function probe(db: Database): Promise<void> {
  const text = randomBytes(PROBE_BYTES).toString('base64')
  try {
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`
        insert into idempotency_keys (scope, key, body_hash, status, response)
        values ('probe', ${crypto.randomUUID()}, '', 200, to_json(${text}::text))`)
      throw new Stored('The probe was stored')
    })
  } catch (error) {
    // Any cause other than the disk is reported by the next write.
    failed = codeOf(error)
  }
}

/** Why nothing can be stored in `db`, as a sentence; undefined if writes succeed. */
export async function findStorageFailure(db: Database): Promise<string | undefined> {
  if (!failed) return undefined
  // One at a time, shared by all callers.
  probing ??= probe(db).finally(() => {
    probing = undefined
  })
  await probing
  return failed && REASONS[failed]
}
