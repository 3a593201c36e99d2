/** What a snapshot is called, and which one may follow which. */
import type { Snapshot } from './snapshot.ts'

const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const ID = /^(\d{4}-\d{2}-\d{2})(?:\.([1-9]\d{0,2}))?$/
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

type Named = Pick<Snapshot, 'id' | 'date'>

/** The day of a snapshot, and its number on that day; 0 for the one of the day. Undefined for no id. */
export function readId(id: string): { day: string; number: number } | undefined {
  const [, day, number] = ID.exec(id) ?? []
  return day === undefined ? undefined : { day, number: Number(number ?? 0) }
}

/** Whether text is a day that there is, as `2026-11-22`. */
export function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether an id and a moment are written as they are in a snapshot, and are of the same day. */
export function isMoment({ id, date }: Named): boolean {
  if (!DATE.test(date) || readId(id)?.day !== date.slice(0, 10)) return false
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString() === date
}

/**
 * Whether one snapshot may come right after another: at a later moment, with the next number of the same day, or as the
 * one of a later day. So ids grow, and no chain has one twice.
 */
export function canFollow(next: Named, before: Named): boolean {
  const [later, earlier] = [readId(next.id), readId(before.id)]
  if (!later || !earlier || next.date <= before.date) return false
  return later.day === earlier.day
    ? later.number === earlier.number + 1
    : later.day > earlier.day && later.number === 0
}
