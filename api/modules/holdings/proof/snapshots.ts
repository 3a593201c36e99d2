/** Reads published snapshots and failed attempts. */
import { and, desc, eq, gte, lt, max, min } from 'drizzle-orm'
import type { ResponseOf } from '#contract/endpoint'
import {
  type proof,
  SNAPSHOT_LIST_DAYS,
  type SnapshotFailure,
  type SnapshotListItem,
} from '#contract/holdings/proof'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { proofFailures, proofSnapshots } from '#db/schema/holdings/proof'
import { addDays, getToday } from '#shared/calculations/calendar'
import type { PublishedKeyFile } from '#shared/proof/published-keys'
import { getProofKeys } from './proof-keys.ts'

type SnapshotRow = typeof proofSnapshots.$inferSelect

export const toSnapshotListItem = ({
  id,
  taken_at,
  hash,
}: Pick<SnapshotRow, 'id' | 'taken_at' | 'hash'>): SnapshotListItem => ({
  id,
  date: taken_at.toISOString(),
  hash,
})

const toFailure = (
  { day, at, code, symbol, reason }: typeof proofFailures.$inferSelect,
  made: ReadonlySet<string>,
): SnapshotFailure => ({
  day,
  at: at.toISOString(),
  code,
  symbol: symbol || null,
  reason,
  is_final: day < getToday() && !made.has(day),
})

/**
 * The snapshots of the {@link SNAPSHOT_LIST_DAYS} days before a day, or up to today, and the failures of the same days.
 */
export async function listSnapshots(before = addDays(getToday(), 1)): Promise<ResponseOf<typeof proof.list>> {
  const from = addDays(before, -SNAPSHOT_LIST_DAYS)
  const [snapshots, failures, [earlier]] = await Promise.all([
    database()
      .select({ id: proofSnapshots.id, taken_at: proofSnapshots.taken_at, hash: proofSnapshots.hash })
      .from(proofSnapshots)
      .where(and(gte(proofSnapshots.day, from), lt(proofSnapshots.day, before)))
      .orderBy(desc(proofSnapshots.number)),
    database()
      .select()
      .from(proofFailures)
      .where(and(gte(proofFailures.day, from), lt(proofFailures.day, before)))
      .orderBy(desc(proofFailures.day), desc(proofFailures.id)),
    database()
      .select({ day: max(proofSnapshots.day) })
      .from(proofSnapshots)
      .where(lt(proofSnapshots.day, from)),
  ])
  const made = new Set(snapshots.map(({ id }) => id))
  return {
    snapshots: snapshots.map(toSnapshotListItem),
    failures: failures.map((row) => toFailure(row, made)),
    has_earlier: typeof earlier?.day === 'string',
    public_key: getProofKeys().publicKey,
  }
}

/** The bytes of a snapshot as published; undefined for an unknown id. */
export async function findSnapshotBytes(id: string): Promise<string | undefined> {
  const [row] = await database()
    .select({ content: proofSnapshots.content })
    .from(proofSnapshots)
    .where(eq(proofSnapshots.id, id))
  return row?.content
}

/** Whether there is a snapshot with this id. */
export async function hasSnapshot(id: string): Promise<boolean> {
  const rows = await database()
    .select({ id: proofSnapshots.id })
    .from(proofSnapshots)
    .where(eq(proofSnapshots.id, id))
  return rows.length > 0
}

/** One snapshot. Throws `not_found`. */
export async function getSnapshot(id: string): Promise<ResponseOf<typeof proof.get>> {
  const text = await findSnapshotBytes(id)
  if (text === undefined) throw new Problem('not_found', 'No snapshot for this date.')
  return JSON.parse(text) as ResponseOf<typeof proof.get>
}

/** The current and previous signing keys, with the days of the snapshots that each of them signed. */
export async function getKeyFile(): Promise<PublishedKeyFile> {
  const { publicKey, earlierKeys } = getProofKeys()
  // A checker rejects a list with a duplicate key; a secret may be configured twice.
  const earlier = new Set(earlierKeys.filter((key) => key !== publicKey))
  const rows = await database()
    .select({ key: proofSnapshots.public_key, from: min(proofSnapshots.day), until: max(proofSnapshots.day) })
    .from(proofSnapshots)
    .groupBy(proofSnapshots.public_key)
  const daysOf = (key: string) => rows.find((row) => row.key === key)
  return {
    algorithm: 'Ed25519',
    public_key: publicKey,
    valid_from: daysOf(publicKey)?.from ?? null,
    earlier_keys: [...earlier].map((key) => ({
      public_key: key,
      valid_from: daysOf(key)?.from ?? null,
      valid_until: daysOf(key)?.until ?? null,
    })),
  }
}
