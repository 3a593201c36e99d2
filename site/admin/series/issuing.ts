/** Whether a series can issue units, in plain words. */
import type { SeriesFigures } from '#contract/series'
import { formatCalendarDate } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { addUnits, readUnits } from './units.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

/**
 * Why a series cannot issue `units` more, or anything without them; undefined while it can. The server checks it again
 * before each allotment.
 */
export function whyNotIssued(
  { attestation, units_held, units_in_issue }: SeriesFigures,
  units = '0',
  day = today(),
): string | undefined {
  if (!attestation) return 'no attestation of units held has been entered.'
  const { as_of, expires } = attestation
  if (expires < day)
    return `the attestation of ${formatCalendarDate(as_of)} expired after ${formatCalendarDate(expires)}.`
  const held = readUnits(units_held) ?? 0n
  const wanted = addUnits(units_in_issue, units)
  if ((readUnits(wanted) ?? 0n) > held) {
    return units === '0'
      ? `the attestation of ${formatCalendarDate(as_of)} counts ${formatUnits(units_held)} units held, fewer than the ${formatUnits(units_in_issue)} in issue.`
      : `there would be ${formatUnits(wanted)} units in issue, and ${formatUnits(units_held)} are attested.`
  }
  return held === (readUnits(units_in_issue) ?? 0n) ? 'all units held are in issue.' : undefined
}
