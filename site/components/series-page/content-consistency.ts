/** Whether a series page's prebuilt content matches the server's current data. */
import type { SeriesFigures } from './series-figures.ts'
import { formatDay, formatMoney, formatUnits } from './series-figures.ts'

const MILLION = 1_000_000n

/** Units with up to six decimals, in millionths. */
function millionths(units: string): bigint {
  const [whole = '0', decimals = ''] = units.split('.')
  return BigInt(whole) * MILLION + BigInt(decimals.padEnd(6, '0'))
}

const toUnits = (count: bigint): string => `${count / MILLION}.${String(count % MILLION).padStart(6, '0')}`

/** Compares the units derived in the content with the attestation in force; empty without figures. */
export function compareUnitsWithAttestation(end: string, data: SeriesFigures | null): string {
  if (!data) return ''
  const { attestation, units_held } = data.series
  if (!attestation) return 'No attestation yet.'
  const day = formatDay(attestation.as_of)
  const difference = millionths(units_held) - millionths(end)
  if (difference === 0n) return `Matches the attestation of ${day}.`
  const size = formatUnits(toUnits(difference < 0n ? -difference : difference))
  return `The attestation of ${day} is ${size} ${difference < 0n ? 'below' : 'above'} this calculation.`
}

/** Compares the worked valuation with the current unit value; empty without figures. */
export function compareValueWithValuation(
  worked: { preferred: string; as_of: string },
  data: SeriesFigures | null,
): string {
  if (!data) return ''
  const value = data.series.unit_value
  if (!value) return 'No unit value has been recorded yet; this valuation illustrates the method.'
  const isSame = value.as_of === worked.as_of && Number(value.preferred) === Number(worked.preferred)
  return isSame
    ? 'This is the current unit value.'
    : `The current unit value is ${formatMoney(value.preferred)} as of ${formatDay(value.as_of)}. The calculation shown here is as of ${formatDay(worked.as_of)}.`
}

/** Writes both sentences into the elements that request them. */
export function renderContentConsistency(root: ParentNode, data: SeriesFigures | null): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-compare-units]')) {
    element.textContent = compareUnitsWithAttestation(element.dataset.compareUnits ?? '0', data)
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-compare-value]')) {
    const { compareValue: preferred = '', compareDay: as_of = '' } = element.dataset
    element.textContent = compareValueWithValuation({ preferred, as_of }, data)
  }
}
