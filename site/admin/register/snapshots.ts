/** The snapshots of all registers, and the attempts that made none, for the panel. */
import type { ResponseOf } from '#contract/endpoint'
import { type ListedSnapshot, proof, type SnapshotFailure } from '#contract/proof'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'

/** Milliseconds between two fetches: a snapshot is not announced to the panel. */
const INTERVAL_MS = 30_000

type SnapshotList = ResponseOf<typeof proof.list>

export const { $view: $snapshots, refresh: refreshSnapshots } = createAdminQuery<SnapshotList>(
  ['snapshots'],
  () => callAdmin(proof.list),
  { revalidateInterval: INTERVAL_MS, revalidateOnFocus: true },
)

/** One line of the list: a snapshot, or why there is none. */
export interface SnapshotAttempt {
  /** Counts from the oldest. */
  number: number
  /** When it was made or tried, ISO 8601. */
  at: string
  made?: ListedSnapshot
  failed?: SnapshotFailure
}

/** A day on which nothing was tried belongs at its end, not where that was noticed. */
const timeOf = ({ at, day, code }: SnapshotFailure): string =>
  code === 'missed' ? `${day}T23:59:59.999Z` : at

/** Snapshots and failed attempts in one list, newest first. */
export function listAttempts({
  snapshots,
  failures,
}: Pick<SnapshotList, 'snapshots' | 'failures'>): SnapshotAttempt[] {
  const attempts = [
    ...snapshots.map((made) => ({ at: made.date, made })),
    ...failures.map((failed) => ({ at: timeOf(failed), failed })),
  ].sort((a, b) => b.at.localeCompare(a.at))
  return attempts.map((attempt, at) => ({ ...attempt, number: attempts.length - at }))
}
