/** Snapshots of all registers, and failed attempts, for the panel. */
import type { ResponseOf } from '#contract/endpoint'
import { proof, type SnapshotFailure, type SnapshotListItem } from '#contract/holdings/proof'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'

/** Milliseconds between two fetches, because snapshots are not announced to the panel. */
const INTERVAL_MS = 30_000

type SnapshotList = ResponseOf<typeof proof.list>

export const { $view: $snapshots, refresh: refreshSnapshots } = createAdminQuery<SnapshotList>(
  ['snapshots'],
  () => callAdminApi(proof.list),
  { revalidateInterval: INTERVAL_MS, revalidateOnFocus: true },
)

/** One line of the list: a snapshot, or the reason there is none. */
export interface SnapshotAttempt {
  /** Sequence number, counted from the oldest. */
  number: number
  /** When it was taken or attempted, ISO 8601. */
  at: string
  made?: SnapshotListItem
  failed?: SnapshotFailure
}

/** A day without an attempt belongs at the end of that day, not at the time it was noticed. */
const timeOf = ({ at, day, code }: SnapshotFailure): string =>
  code === 'missed' ? `${day}T23:59:59.999Z` : at

/** Snapshots and failed attempts in one list, newest first. */
export function mergeSnapshotAttempts({
  snapshots,
  failures,
}: Pick<SnapshotList, 'snapshots' | 'failures'>): SnapshotAttempt[] {
  const attempts = [
    ...snapshots.map((made) => ({ at: made.date, made })),
    ...failures.map((failed) => ({ at: timeOf(failed), failed })),
  ].sort((a, b) => b.at.localeCompare(a.at))
  return attempts.map((attempt, at) => ({ ...attempt, number: attempts.length - at }))
}
