/** The list of snapshots and of the days that have none, newest first. */
import type { ResponseOf } from '#contract/endpoint'
import type { ListedSnapshot, proof, SnapshotFailure } from '#contract/proof'

export type SnapshotList = ResponseOf<typeof proof.list>

export type Entry =
  | { kind: 'snapshot'; snapshot: ListedSnapshot }
  | { kind: 'missing'; failure: SnapshotFailure }

/**
 * Snapshots with the days on which none could be made between them. A day with a snapshot has no failure: its attempts
 * came to an end. Of several attempts of a day the latest one says why.
 */
export function mergeEntries({ snapshots, failures }: Pick<SnapshotList, 'snapshots' | 'failures'>): Entry[] {
  const made = new Set(snapshots.map(({ id }) => id.slice(0, 10)))
  const latest = new Map<string, SnapshotFailure>()
  for (const failure of failures.filter(({ day }) => !made.has(day))) {
    const known = latest.get(failure.day)
    if (!known || known.at < failure.at) latest.set(failure.day, failure)
  }
  const entries: { at: string; entry: Entry }[] = [
    ...snapshots.map((snapshot) => ({ at: snapshot.date, entry: { kind: 'snapshot', snapshot } as const })),
    // A day without a snapshot belongs at its end.
    ...[...latest.values()].map((failure) => ({
      at: `${failure.day}T23:59`,
      entry: { kind: 'missing', failure } as const,
    })),
  ]
  return entries.sort((a, b) => b.at.localeCompare(a.at)).map(({ entry }) => entry)
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** `1 snapshot and 2 days without one`. */
export function countEntries(entries: readonly Entry[]): string {
  const missing = entries.filter(({ kind }) => kind === 'missing').length
  const made = count(entries.length - missing, 'snapshot', 'snapshots')
  return missing === 0 ? made : `${made} and ${count(missing, 'day', 'days')} without one`
}

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
})
/** `Nov 22, 2026, 00:05 UTC`. */
export const printMoment = (instant: string): string => `${moment.format(new Date(instant))} UTC`
