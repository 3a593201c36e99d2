/**
 * A market that never was, for demonstrations, tests and benchmarks. Prices are a pure function of
 * the seed and the time, so that every instance tells the same story without speaking to another.
 *
 * log price = log base + a sum of smooth value noise over periods from a month to minutes
 * (Perlin, "An Image Synthesizer", 1985, section "noise"; one dimension). A shared component
 * correlates the assets, as markets are.
 */
import type { MarketPrice, TickerAsset } from '#contract/market'

interface SimulatedAsset {
  symbol: string
  name: string
  /** US dollars. */
  base: number
  /** Typical swing of the slowest component, as a share of the price. */
  swing: number
}

const assets: Record<TickerAsset, SimulatedAsset> = {
  gold: { symbol: 'XAU', name: 'Gold', base: 2_400, swing: 0.05 },
  silver: { symbol: 'XAG', name: 'Silver', base: 28, swing: 0.08 },
  platinum: { symbol: 'XPT', name: 'Platinum', base: 980, swing: 0.06 },
  palladium: { symbol: 'XPD', name: 'Palladium', base: 1_020, swing: 0.09 },
  btc: { symbol: 'BTC', name: 'Bitcoin', base: 96_000, swing: 0.16 },
  eth: { symbol: 'ETH', name: 'Ethereum', base: 3_100, swing: 0.2 },
}

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** Period and weight of each component of the noise. */
const COMPONENTS = [
  { period: 30 * DAY, weight: 1 },
  { period: 4 * DAY, weight: 0.4 },
  { period: 12 * 60 * MINUTE, weight: 0.16 },
  { period: 60 * MINUTE, weight: 0.05 },
  { period: 5 * MINUTE, weight: 0.015 },
  { period: MINUTE / 2, weight: 0.006 },
]
/** How much of each asset's movement it shares with the others. */
const SHARED = 0.45

/** A number in -1..1 that depends on nothing but its arguments. */
function lattice(seed: number, stream: string, period: number, step: number): number {
  const hash = Bun.hash.xxHash32(`${stream}/${period}/${step}`, seed)
  return hash / 2 ** 31 - 1
}

function noise(seed: number, stream: string, time: number): number {
  let sum = 0
  for (const { period, weight } of COMPONENTS) {
    const step = Math.floor(time / period)
    const t = time / period - step
    const fade = t * t * (3 - 2 * t)
    const from = lattice(seed, stream, period, step)
    const to = lattice(seed, stream, period, step + 1)
    sum += weight * (from + (to - from) * fade)
  }
  return sum
}

function priceAt(seed: number, key: TickerAsset, time: number): number {
  const { base, swing } = assets[key]
  const own = noise(seed, key, time)
  const shared = noise(seed, 'market', time)
  return base * Math.exp(swing * ((1 - SHARED) * own + SHARED * shared))
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits))

/** Price and 24-hour change of one asset at an instant (milliseconds since 1970). */
export function simulatePrice(seed: number, key: TickerAsset, time: number): MarketPrice {
  const { symbol, name } = assets[key]
  const price = priceAt(seed, key, time)
  const before = priceAt(seed, key, time - DAY)
  return { symbol, name, price: round(price, 2), change: round((price / before - 1) * 100, 2) }
}
