/** Reads published snapshots, and the attempts that failed. */
import { and, desc, eq, gte, lt, max, min } from 'drizzle-orm'
import type { ResponseOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { type ListedSnapshot, PROOF_LIST_DAYS, type proof, type SnapshotFailure } from '#contract/proof'
import { database } from '#db/connection'
import { proofFailures, proofSnapshots } from '#db/schema/proof'
import { addDays, today } from '#shared/asset/calendar'
import type { KeyFile } from '#shared/proof/keys'
import { proofKeys } from './keys.ts'

type SnapshotRow = typeof proofSnapshots.$inferSelect

export const toListed = ({
  id,
  taken_at,
  hash,
}: Pick<SnapshotRow, 'id' | 'taken_at' | 'hash'>): ListedSnapshot => ({
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
  is_final: day < today() && !made.has(day),
})

/** The snapshots of {@link PROOF_LIST_DAYS} days before a day, or up to today, and the failures of the same days. */
export async function listSnapshots(before = addDays(today(), 1)): Promise<ResponseOf<typeof proof.list>> {
  const from = addDays(before, -PROOF_LIST_DAYS)
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
    snapshots: snapshots.map(toListed),
    failures: failures.map((row) => toFailure(row, made)),
    has_earlier: typeof earlier?.day === 'string',
    public_key: proofKeys().publicKey,
  }
}

/** The bytes of a snapshot as they are published; undefined for an unknown id. */
export async function findSnapshotText(id: string): Promise<string | undefined> {
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
export async function readSnapshot(id: string): Promise<ResponseOf<typeof proof.read>> {
  const text = await findSnapshotText(id)
  if (text === undefined) throw new Problem('not_found', 'There is no snapshot with this date.')
  return JSON.parse(text) as ResponseOf<typeof proof.read>
}

/** The keys that sign and have signed, with the days of the snapshots that each of them signed. */
export async function readKeyFile(): Promise<KeyFile> {
  const { publicKey, earlierKeys } = proofKeys()
  // A checker refuses a list with a key twice; a secret may stand in the setting twice.
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
