/** Exact sums of units, which have six decimals. */
const DIGITS = 6

/** Units as millionths: `'1.5'` as `1500000n`; undefined if invalid. */
export function toMillionths(text: string): bigint | undefined {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d{0,6}))?$/.exec(text.trim()) ?? []
  return whole === '' ? undefined : BigInt(`${sign}${whole}${part.padEnd(DIGITS, '0')}`)
}

/** Millionths as units: `1500000n` as `'1.500000'`. */
export function toUnitsString(millionths: bigint): string {
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(DIGITS + 1, '0')
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`
}

/** The sum of units as a decimal string, such as `'1.500000'`. Each must be a number. */
export const addUnits = (...amounts: readonly string[]): string =>
  toUnitsString(amounts.reduce((sum, amount) => sum + (toMillionths(amount) ?? 0n), 0n))
