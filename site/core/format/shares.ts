/** Shares of a whole in tenths of a percent. */

/** What the shares of a whole may miss of 100 before they are taken for parts of something else, in percent. */
const TOLERANCE = 0.05

/**
 * Rounds shares in percent to tenths so that they sum to what they are shares of: 100 %, or less where parts have no
 * value. Each is rounded down, and the tenths that are left go to the largest remainders.
 */
export function roundShares(percents: readonly number[]): number[] {
  const sum = percents.reduce((total, percent) => total + percent, 0)
  const whole = Math.abs(sum - 100) <= TOLERANCE ? 1000 : Math.round(sum * 10)
  // A hundredth that is stored as 0.999999 must not lose its tenth.
  const tenths = percents.map((percent) => Math.floor(percent * 10 + 1e-6))
  let left = whole - tenths.reduce((total, each) => total + each, 0)
  const byRemainder = percents
    .map((percent, at) => ({ at, remainder: percent * 10 - (tenths[at] ?? 0) }))
    .toSorted((a, b) => b.remainder - a.remainder)
  for (const { at } of byRemainder) {
    if (left <= 0) break
    tenths[at] = (tenths[at] ?? 0) + 1
    left -= 1
  }
  return tenths.map((each) => each / 10)
}
