/** Compares an offering price with the unit value. Series pages load this file, so it uses no library. */

/** Millionths of a nonnegative decimal string, exact up to six decimals. */
function millionths(text: string): bigint {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(`${whole || '0'}${decimals.slice(0, 6).padEnd(6, '0')}`)
}

/** Whether a price is above or below the preferred unit value; undefined if they are equal or there is no value. */
export function getPriceDirection(price: string, value: string | undefined): 'above' | 'below' | undefined {
  const [of, to] = [millionths(price), millionths(value ?? '')]
  if (to === 0n || of === to) return undefined
  return of > to ? 'above' : 'below'
}

/**
 * Compares an offering price with the preferred unit value, both in dollars: `4.2% above the unit value`, (price −
 * value) ÷ value in percent, rounded half up to one decimal. Undefined if they are equal or there is no value.
 */
export function formatPriceComparison(price: string, value: string | undefined): string | undefined {
  const [of, to] = [millionths(price), millionths(value ?? '')]
  const direction = getPriceDirection(price, value)
  if (!direction) return undefined
  const difference = of > to ? of - to : to - of
  const permille = (difference * 2000n + to) / (to * 2n)
  const size = permille === 0n ? '0.1' : `${permille / 10n}.${permille % 10n}`
  return `${permille === 0n ? 'less than ' : ''}${size}% ${direction} the unit value`
}

/**
 * Whether a price is more than 20% away from the unit value, in which case opening the offering needs a second
 * administrator.
 */
export function isFarFromValue(price: string, value: string): boolean {
  const [of, to] = [millionths(price), millionths(value)]
  return (of > to ? of - to : to - of) * 5n > to
}

/** The two figures as displayed, and the valuation date. */
interface Shown {
  price: string
  value: string
  day: string
}

/** The comparison as a sentence: `The offering price of $12.50 is 4.2% above the unit value of $12.00 of Nov 3, 2026.` */
export const formatPriceComparisonSentence = (compared: string, { price, value, day }: Shown): string =>
  `The offering price of ${price} is ${compared} of ${value} as of ${day}.`
