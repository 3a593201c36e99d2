/** Snapshot ids, and which one may follow which. */
import type { Snapshot } from './snapshot.ts'

const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const ID = /^(\d{4}-\d{2}-\d{2})(?:\.([1-9]\d{0,2}))?$/
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

type Named = Pick<Snapshot, 'id' | 'date'>

/** The day of a snapshot and its number on that day; 0 for the daily one. Undefined for an invalid id. */
export function parseSnapshotId(id: string): { day: string; number: number } | undefined {
  const [, day, number] = ID.exec(id) ?? []
  return day === undefined ? undefined : { day, number: Number(number ?? 0) }
}

/** Whether text is an existing day, as `2026-11-22`. */
export function isCalendarDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether an id and an instant are written as in a snapshot and are of the same day. */
export function isConsistentTimestamp({ id, date }: Named): boolean {
  if (!DATE.test(date) || parseSnapshotId(id)?.day !== date.slice(0, 10)) return false
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString() === date
}

/**
 * Whether one snapshot may directly follow another: at a later instant, with the next number of the same day or as the
 * daily one of a later day. Ids therefore increase, and no chain has one twice.
 */
export function canFollow(next: Named, before: Named): boolean {
  const [later, earlier] = [parseSnapshotId(next.id), parseSnapshotId(before.id)]
  if (!later || !earlier || next.date <= before.date) return false
  return later.day === earlier.day
    ? later.number === earlier.number + 1
    : later.day > earlier.day && later.number === 0
}
