/** Whether a series can issue units, in plain words. */
import type { SeriesFigures } from '#contract/catalog/series'
import { formatCalendarDate } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { addUnits, toMillionths } from './unit-arithmetic.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

/**
 * Why a series cannot issue `units` more, or any at all if omitted; undefined if it can. The server checks again before
 * each allotment.
 */
export function getIssuanceObstacle(
  { attestation, units_held, units_in_issue }: SeriesFigures,
  units = '0',
  day = today(),
): string | undefined {
  if (!attestation) return 'no custody attestation has been added.'
  const { as_of, expires } = attestation
  if (expires < day)
    return `the attestation as of ${formatCalendarDate(as_of)} expired on ${formatCalendarDate(expires)}.`
  const held = toMillionths(units_held) ?? 0n
  const wanted = addUnits(units_in_issue, units)
  if ((toMillionths(wanted) ?? 0n) > held) {
    return units === '0'
      ? `the attestation as of ${formatCalendarDate(as_of)} covers ${formatUnits(units_held)} units, fewer than the ${formatUnits(units_in_issue)} in issue.`
      : `units in issue would be ${formatUnits(wanted)}, but only ${formatUnits(units_held)} are attested.`
  }
  return held === (toMillionths(units_in_issue) ?? 0n) ? 'all units in custody have been issued.' : undefined
}
