/** Exact arithmetic of the demonstration: money in whole cents, units in whole millionths. */

const MILLION = 1_000_000n

/** Quotient of positive numbers, half up. */
const divideRounded = (value: bigint, by: bigint): bigint => (value * 2n + by) / (by * 2n)

/** Whole cents of a decimal text such as '12.30'. */
export const centsOf = (decimal: string): number => Math.round(Number(decimal) * 100)

/** Units × price, to the cent. */
export const worth = (units: number, cents: number): number =>
  Number(divideRounded(BigInt(units) * BigInt(cents), MILLION))

/** Units that an amount buys, cut at six decimals. */
export const unitsFor = (amount: number, price: number): number =>
  Number((BigInt(amount) * MILLION) / BigInt(price))

/** What units cost at a price: never more than the amount that bought them. */
export const costOf = (units: number, price: number, amount: number): number =>
  Math.min(worth(units, price), amount)

/** Six decimals, such as '1600.000000'. */
export function unitsText(units: number): string {
  const digits = String(Math.abs(units)).padStart(7, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Two decimals, such as '12.30'. */
export const moneyText = (cents: number): string => (cents / 100).toFixed(2)

/** Such as '$1,800.00'. */
export const dollarsText = (cents: number): string =>
  `$${Math.trunc(cents / 100).toLocaleString('en-US')}.${String(cents % 100).padStart(2, '0')}`

export interface Share {
  units: number
  amount: number
}

/**
 * What each holder gets of an amount per unit, in millionths of a dollar: the total is exact to the cent, and the cents
 * that cutting leaves go to the largest remainders, of equal ones to the larger holding. In the order of `units`.
 */
export function distributeAmount(units: readonly number[], perUnit: number): Share[] {
  const perCent = MILLION * 10_000n
  const exact = units.map((own) => BigInt(own) * BigInt(perUnit))
  const cut = exact.map((amount) => amount / perCent)
  const total = divideRounded(
    exact.reduce((sum, amount) => sum + amount, 0n),
    perCent,
  )
  const left = Number(total - cut.reduce((sum, amount) => sum + amount, 0n))
  const remainder = (at: number) => (exact[at] ?? 0n) % perCent
  const ranked = units
    .map((_, at) => at)
    .sort((a, b) => Number(remainder(b) - remainder(a)) || (units[b] ?? 0) - (units[a] ?? 0) || a - b)
  const raised = new Set(ranked.slice(0, left))
  return units.map((own, at) => ({ units: own, amount: Number(cut[at] ?? 0n) + (raised.has(at) ? 1 : 0) }))
}
