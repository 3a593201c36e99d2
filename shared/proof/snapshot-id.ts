/** What a snapshot is called, and which one may follow which. */
import type { Snapshot } from './snapshot.ts'

const ID = /^(\d{4}-\d{2}-\d{2})(?:\.([1-9]\d{0,2}))?$/
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

type Named = Pick<Snapshot, 'id' | 'date'>

/** The day of a snapshot, and its number among those on command; 0 for the one of the day. Undefined for no id. */
function readId(id: string): { day: string; number: number } | undefined {
  const [, day, number] = ID.exec(id) ?? []
  return day === undefined ? undefined : { day, number: Number(number ?? 0) }
}

/** Whether an id and a moment are written as they are in a snapshot, and are of the same day. */
export function isMoment({ id, date }: Named): boolean {
  if (!DATE.test(date) || readId(id)?.day !== date.slice(0, 10)) return false
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString() === date
}

/**
 * Whether one snapshot may come right after another: at a later moment, and numbered on when both were made on command on
 * one day. The one of the day stands anywhere among those of its day.
 */
export function canFollow(next: Named, before: Named): boolean {
  const [later, earlier] = [readId(next.id), readId(before.id)]
  if (!later || !earlier || next.date <= before.date) return false
  if (later.day !== earlier.day) return later.day > earlier.day && later.number <= 1
  if (later.number === 0) return earlier.number > 0
  return earlier.number === 0 || later.number === earlier.number + 1
}
