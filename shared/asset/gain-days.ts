/** What each valuation and movement of units brought to the gains, record by record. */
import type { Day } from './calendar.ts'
import { type Decimal, decimal, zero } from './decimal.ts'
import { changesOf, type PortfolioRecords, type RegisterDay, worthOf } from './portfolio-days.ts'

export interface SeriesGain {
  at: Day
  symbol: string
  /** Of a valuation, the unit values before and after it; of movements their unit value twice. */
  before: Decimal | null
  after: Decimal | null
  /** The movement; null of a valuation. */
  movement: RegisterDay | null
  /** Units before a valuation, or moved. */
  units: Decimal
  amount: Decimal
}

/**
 * The gains of each record after the end of one day, or of all, until the end of another; oldest first. Their sum is
 * the gains of `portfolioOn` between these days, without income and fees. A valuation brings its difference for the
 * units held; movements bring the value of their units less what was paid, and those by transfer nothing.
 */
export function seriesGains(records: PortfolioRecords, from: Day | null, to: Day): SeriesGain[] {
  const held = new Map<string, { units: Decimal; unitValue: Decimal | null }>()
  const transferred = new Map<string, Decimal>()
  const gains: SeriesGain[] = []
  for (const change of changesOf(records, to)) {
    if ('ledger' in change) continue
    const isValuation = 'unitValue' in change
    const { symbol, at } = isValuation ? change.unitValue : change.register
    const { units, unitValue } = held.get(symbol) ?? { units: zero, unitValue: null }
    const moved = isValuation ? zero : decimal(change.register.units)
    const next = {
      units: units.plus(moved),
      unitValue: isValuation ? decimal(change.unitValue.value) : unitValue,
    }
    held.set(symbol, next)
    const paid = isValuation ? zero : decimal(change.register.paid)
    // Of a day and series the value of the difference counts, to the cent: each movement has its step of it.
    const soFar = transferred.get(`${at} ${symbol}`) ?? zero
    const withThis = isValuation ? soFar : soFar.plus(decimal(change.register.transferred))
    transferred.set(`${at} ${symbol}`, withThis)
    const inKind = worthOf(withThis, unitValue).minus(worthOf(soFar, unitValue))
    const amount = worthOf(next.units, next.unitValue)
      .minus(worthOf(units, unitValue))
      .plus(paid)
      .minus(inKind)
    if ((from !== null && at <= from) || amount.eq(0)) continue
    gains.push({
      at,
      symbol,
      before: unitValue,
      after: next.unitValue,
      movement: isValuation ? null : change.register,
      units: isValuation ? units : moved,
      amount,
    })
  }
  return gains
}
