/** Exact arithmetic for the demonstration: money in whole cents, units in whole millionths. */

const MILLION = 1_000_000n

/** Quotient of positive numbers, rounded half up. */
const divideRounded = (value: bigint, by: bigint): bigint => (value * 2n + by) / (by * 2n)

/** Whole cents of a decimal text such as '12.30'. */
export const toCents = (decimal: string): number => Math.round(Number(decimal) * 100)

/** Units × price, to the cent. */
export const multiplyUnitsByPrice = (units: number, cents: number): number =>
  Number(divideRounded(BigInt(units) * BigInt(cents), MILLION))

/** Units that an amount buys, truncated to six decimals. */
export const calculateUnits = (amount: number, price: number): number =>
  Number((BigInt(amount) * MILLION) / BigInt(price))

/** Cost of units at a price: never more than the amount that bought them. */
export const calculateCost = (units: number, price: number, amount: number): number =>
  Math.min(multiplyUnitsByPrice(units, price), amount)

/** Six decimals, such as '1600.000000'. */
export function formatUnits(units: number): string {
  const digits = String(Math.abs(units)).padStart(7, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Two decimals, such as '12.30'. */
export const formatMoney = (cents: number): string => (cents / 100).toFixed(2)

/** Such as '$1,800.00'. */
export const formatDollars = (cents: number): string =>
  `$${Math.trunc(cents / 100).toLocaleString('en-US')}.${String(cents % 100).padStart(2, '0')}`

export interface HolderShare {
  units: number
  amount: number
}

/**
 * Each holder's share of an amount per unit, in millionths of a dollar. The total is exact to the cent: the cents left
 * over from truncation go to the largest remainders, and among equal ones to the larger holding. In the order of
 * `units`.
 */
export function distributeAmount(units: readonly number[], perUnit: number): HolderShare[] {
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
