/** The list of snapshots, of days without one, and of attempts after the last one of a day; newest first. */
import type { ResponseOf } from '#contract/endpoint'
import type { proof, SnapshotFailure, SnapshotListItem } from '#contract/holdings/proof'

export type SnapshotList = ResponseOf<typeof proof.list>

export type Entry =
  | { kind: 'snapshot'; snapshot: SnapshotListItem }
  | { kind: 'missing' | 'failed'; failure: SnapshotFailure }

/**
 * Snapshots, and between them what failed: days without a snapshot, and later attempts after the last snapshot of a
 * day. A snapshot supersedes the attempts before it. Of several attempts on a day, the latest one gives the reason.
 */
export function mergeSnapshotsAndFailures({
  snapshots,
  failures,
}: Pick<SnapshotList, 'snapshots' | 'failures'>): Entry[] {
  const made = new Map<string, string>()
  for (const { date } of snapshots) {
    const day = date.slice(0, 10)
    if (date > (made.get(day) ?? '')) made.set(day, date)
  }
  const latest = new Map<string, SnapshotFailure>()
  for (const failure of failures.filter(({ day, at }) => at > (made.get(day) ?? ''))) {
    const known = latest.get(failure.day)
    if (!known || known.at < failure.at) latest.set(failure.day, failure)
  }
  const entries: { at: string; entry: Entry }[] = [
    ...snapshots.map((snapshot) => ({ at: snapshot.date, entry: { kind: 'snapshot', snapshot } as const })),
    // Both belong at the end of their day.
    ...[...latest.values()].map((failure) => ({
      at: `${failure.day}T23:59`,
      entry: { kind: made.has(failure.day) ? ('failed' as const) : ('missing' as const), failure },
    })),
  ]
  return entries.sort((a, b) => b.at.localeCompare(a.at)).map(({ entry }) => entry)
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** `1 snapshot and 2 days without a snapshot`. */
export function countEntries(entries: readonly Entry[]): string {
  const countOf = (wanted: Entry['kind']) => entries.filter(({ kind }) => kind === wanted).length
  const missing = countOf('missing')
  const made = count(countOf('snapshot'), 'snapshot', 'snapshots')
  return missing === 0 ? made : `${made} and ${count(missing, 'day', 'days')} without a snapshot`
}

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
})
/** `Nov 22, 2026, 00:05 UTC`. */
export const formatSnapshotTime = (instant: string): string => `${moment.format(new Date(instant))} UTC`
