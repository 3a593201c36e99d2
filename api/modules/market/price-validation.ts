/** Decides which prices are plausible. Dropped prices are never stored, so they can never be shown. */
import type { Observation, PastPrice, PriceSource } from './price-source.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** Clocks differ; beyond this many milliseconds, one of them is wrong. */
const AHEAD = 2 * MINUTE
/** Milliseconds; a source whose prices are older than this has stopped. */
const BEHIND = 30 * MINUTE
/** Within a minute a price may move by half; for each further minute by the same again, within these bounds. */
const STEEPEST = 0.5
const MOST = 10
const LEAST = 0.1

const dropReasons = ['missing', 'not_a_number', 'zero', 'negative', 'jump', 'future', 'old', 'name'] as const
export type DropReason = (typeof dropReasons)[number]

/** A plausible price, at a time in milliseconds since 1970. */
export interface KnownPrice {
  price: number
  asOf: number
}

/** A price to store. */
export interface AcceptedPrice extends KnownPrice, Pick<Observation, 'slug' | 'symbol' | 'name'> {
  change: number | null
  marketCap: number | null
  volume: number | null
  /** 1 for the largest market cap; null for metals. */
  rank: number | null
}

/** Why a value cannot be a price. */
function findPriceFault(price: unknown): DropReason | undefined {
  if (price === null || price === undefined) return 'missing'
  if (typeof price !== 'number' || !Number.isFinite(price) || price >= 1e15) return 'not_a_number'
  if (price === 0) return 'zero'
  return price < 0 ? 'negative' : undefined
}

/** Whether a price moved further than markets do. After a day without prices any price may be correct. */
function isJump(price: number, asOf: number, last: KnownPrice): boolean {
  const minutes = Math.max(1, Math.abs(asOf - last.asOf) / MINUTE)
  if (minutes * MINUTE > DAY) return false
  const highest = last.price * Math.min(MOST, 1 + STEEPEST * minutes)
  const lowest = last.price * Math.max(LEAST, (1 - STEEPEST) ** minutes)
  return price > highest || price < lowest
}

/** Within the column sizes and on one line: these names are shown on screen. */
const isNameable = ({ slug, symbol, name }: Observation): boolean =>
  /^[\w.-]{1,100}$/.test(slug) &&
  /^[^\p{C}\s]{1,20}$/u.test(symbol) &&
  /^(?!\s*$)[^\p{C}]{1,100}$/u.test(name)

/** Why a price is dropped; undefined if it is plausible. `last` is the last accepted one of the asset. */
function findFault(
  observation: Observation,
  last: KnownPrice | undefined,
  now: number,
): DropReason | undefined {
  const { price, asOf } = observation
  if (!isNameable(observation)) return 'name'
  const fault = findPriceFault(price)
  if (fault) return fault
  if (Number.isNaN(asOf)) return 'missing'
  if (asOf > now + AHEAD) return 'future'
  if (asOf < now - BEHIND) return 'old'
  return last && isJump(price as number, asOf, last) ? 'jump' : undefined
}

/** A figure that accompanies the price; null if it is missing or out of bounds. */
function readFigure(value: unknown, least: number, below: number): number | null {
  return typeof value === 'number' && value >= least && value < below ? value : null
}

const amount = (value: unknown): number | null => readFigure(value, 0, 1e18)

export interface ValidatedPrices {
  accepted: AcceptedPrice[]
  dropped: { slug: string; reason: DropReason }[]
}

/** The plausible prices of a source, each asset once; `last` contains the last accepted ones by slug. */
export function validatePrices(
  { kind }: PriceSource,
  observations: readonly Observation[],
  last: ReadonlyMap<string, KnownPrice>,
  now: number,
): ValidatedPrices {
  const sifted: ValidatedPrices = { accepted: [], dropped: [] }
  const seen = new Set<string>()
  for (const observation of observations) {
    const { slug, symbol, name, price, asOf } = observation
    if (seen.has(slug)) continue
    seen.add(slug)
    const before = last.get(slug)
    const reason = findFault(observation, before, now)
    if (reason) {
      sifted.dropped.push({ slug, reason })
    } else if (!before || asOf >= before.asOf) {
      sifted.accepted.push({
        slug,
        symbol,
        name,
        price: price as number,
        asOf,
        change: readFigure(observation.change, -100, 1e9),
        marketCap: amount(observation.marketCap),
        volume: amount(observation.volume),
        rank: kind === 'crypto' ? sifted.accepted.length + 1 : null,
      })
    }
  }
  return sifted
}

/** The plausible past prices, oldest first, each compared with the previous one. */
export function filterPlausibleHistory(
  history: readonly PastPrice[],
  now: number,
): { time: number; price: number; volume: number | null }[] {
  let last: KnownPrice | undefined
  return history
    .toSorted((a, b) => a.time - b.time)
    .flatMap(({ time, price, volume }) => {
      if (findPriceFault(price) || !(time > 0 && time <= now)) return []
      const known = { price: price as number, asOf: time }
      if (last && isJump(known.price, time, last)) return []
      last = known
      return [{ time, price: known.price, volume: amount(volume) }]
    })
}
