/** How the price of an offering compares with the value of a unit. Pages of series load it: it has no library. */

/** Millionths of a decimal text that is not negative, exact up to six decimals. */
function millionths(text: string): bigint {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(`${whole || '0'}${decimals.slice(0, 6).padEnd(6, '0')}`)
}

/** Which side of the preferred value of a unit a price is on; undefined where they are equal, and without a value. */
export function directionOf(price: string, value: string | undefined): 'above' | 'below' | undefined {
  const [of, to] = [millionths(price), millionths(value ?? '')]
  if (to === 0n || of === to) return undefined
  return of > to ? 'above' : 'below'
}

/**
 * How a price of an offering compares with the preferred value of a unit, both in dollars: `4.2% above the unit value`,
 * (price − value) ÷ value in percent, half up to one decimal. Undefined where they are equal, and without a value.
 */
export function compareWithValue(price: string, value: string | undefined): string | undefined {
  const [of, to] = [millionths(price), millionths(value ?? '')]
  const direction = directionOf(price, value)
  if (!direction) return undefined
  const difference = of > to ? of - to : to - of
  const permille = (difference * 2000n + to) / (to * 2n)
  const size = permille === 0n ? '0.1' : `${permille / 10n}.${permille % 10n}`
  return `${permille === 0n ? 'less than ' : ''}${size}% ${direction} the unit value`
}

/** Whether a price is more than 20% away from the unit value: a second administrator then approves the opening. */
export function isFarFromValue(price: string, value: string): boolean {
  const [of, to] = [millionths(price), millionths(value)]
  return (of > to ? of - to : to - of) * 5n > to
}

/** The two figures as they are shown, and the day of the valuation. */
interface Shown {
  price: string
  value: string
  day: string
}

/** The comparison as a sentence: `The offering price of $12.50 is 4.2% above the unit value of $12.00 of Nov 3, 2026.` */
export const comparePrice = (compared: string, { price, value, day }: Shown): string =>
  `The offering price of ${price} is ${compared} of ${value} of ${day}.`
