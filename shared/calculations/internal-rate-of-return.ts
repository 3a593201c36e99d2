/** One payment of an internal rate of return, positive if paid in and negative if paid out, with the years it earns. */
export interface TimedPayment {
  amount: number
  years: number
}

/**
 * Bound of the annual growth factor, and of its inverse, within which a rate is searched. It is wide because a gain of
 * a few percent on the first day becomes a factor of millions when annualized.
 */
const BOUND = 1e12
const STEPS = 1200

/**
 * The annual rate r with Σ amount × (1 + r)^years = 0, found by bisection between the factors where the sum changes
 * sign. Source: definition of the internal rate of return, CFA Institute, "Rates and Returns".
 *
 * A total loss (money paid in, none out) is −1. Null if nothing was paid in, if no rate solves it, or if several do:
 * then no single rate describes the payments.
 */
export function calculateInternalRateOfReturn(payments: readonly TimedPayment[]): number | null {
  const relevant = payments.filter(({ amount }) => amount !== 0)
  if (!relevant.some(({ amount, years }) => amount > 0 && years > 0)) return null
  if (relevant.every(({ amount }) => amount > 0)) return -1

  const balance = (logFactor: number): number =>
    relevant.reduce((total, { amount, years }) => total + amount * Math.exp(years * logFactor), 0)

  const end = Math.log(BOUND)
  const grid = Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = -end + (2 * end * step) / STEPS
    return { at, value: balance(at) }
  })
  const crossings = grid.flatMap((high, index) => {
    const low = grid[index - 1]
    return low && low.value !== 0 && low.value * high.value <= 0 ? [[low.at, high.at] as const] : []
  })
  const [crossing] = crossings
  return crossing && crossings.length === 1 ? Math.expm1(bisect(balance, ...crossing)) : null
}

/** The zero of a function between two points, as exactly as numbers allow. */
function bisect(f: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  const sign = Math.sign(f(low))
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    const value = f(middle)
    if (value === 0) return middle
    if (Math.sign(value) === sign) low = middle
    else high = middle
  }
  return (low + high) / 2
}
