/** Whether what a sheet explains, from its content, is what the server says now. */
import type { SeriesFigures } from './series-figures.ts'
import { printDay, printMoney, printUnits } from './series-figures.ts'

const MILLION = 1_000_000n

/** Units with up to six decimals, in millionths. */
function millionths(units: string): bigint {
  const [whole = '0', decimals = ''] = units.split('.')
  return BigInt(whole) * MILLION + BigInt(decimals.padEnd(6, '0'))
}

const toUnits = (count: bigint): string => `${count / MILLION}.${String(count % MILLION).padStart(6, '0')}`

/** Compares the end of the chain from ground to unit with the attestation in force; empty without figures. */
export function compareUnits(end: string, data: SeriesFigures | null): string {
  if (!data) return ''
  const { attestation, units_held } = data.series
  if (!attestation) return 'Nothing is attested yet.'
  const day = printDay(attestation.as_of)
  const difference = millionths(units_held) - millionths(end)
  if (difference === 0n) return `The count of ${day} is where the chain ends.`
  const size = printUnits(toUnits(difference < 0n ? -difference : difference))
  return `The count of ${day} is ${size} ${difference < 0n ? 'below' : 'above'} the end of the chain.`
}

/** Compares the worked valuation with the current value of a unit; empty without figures. */
export function compareValue(
  worked: { preferred: string; as_of: string },
  data: SeriesFigures | null,
): string {
  if (!data) return ''
  const value = data.series.unit_value
  if (!value) return 'The server has no value of a unit yet: this valuation shows the method.'
  const isSame = value.as_of === worked.as_of && Number(value.preferred) === Number(worked.preferred)
  return isSame
    ? 'This is the current value of a unit.'
    : `The current value of a unit is ${printMoney(value.preferred)}, of ${printDay(value.as_of)}. The one worked through here is of ${printDay(worked.as_of)}.`
}

/** Writes both sentences into the elements that ask for them. */
export function showAgreement(root: ParentNode, data: SeriesFigures | null): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-compare-units]')) {
    element.textContent = compareUnits(element.dataset.compareUnits ?? '0', data)
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-compare-value]')) {
    const { compareValue: preferred = '', compareDay: as_of = '' } = element.dataset
    element.textContent = compareValue({ preferred, as_of }, data)
  }
}
