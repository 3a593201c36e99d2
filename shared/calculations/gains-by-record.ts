/** How much each valuation and movement of units contributed to the gains, record by record. */
import type { Day } from './calendar.ts'
import { type Decimal, toDecimal, zero } from './decimal.ts'
import {
  calculateMarketValue,
  calculateTransferValue,
  listChangesByDay,
  type PortfolioRecords,
  type RegisterDay,
} from './portfolio-by-day.ts'

export interface RecordGain {
  at: Day
  symbol: string
  /** For a valuation, the unit values before and after it; for movements, their unit value twice. */
  before: Decimal | null
  after: Decimal | null
  /** The movement; null for a valuation. */
  movement: RegisterDay | null
  /** Units before a valuation, or units moved. */
  units: Decimal
  amount: Decimal
}

/**
 * The gains of each record from the end of one day, or from the beginning, to the end of another; oldest first. Their
 * sum equals the gains of `getPortfolioOnDay` between these days, without income and fees. A valuation contributes its
 * difference for the units held; a movement contributes the value of its units less the amount paid, and a transfer
 * nothing.
 */
export function listGainsByRecord(records: PortfolioRecords, from: Day | null, to: Day): RecordGain[] {
  const held = new Map<string, { units: Decimal; unitValue: Decimal | null }>()
  const gains: RecordGain[] = []
  for (const change of listChangesByDay(records, to)) {
    if ('ledger' in change) continue
    const isValuation = 'unitValue' in change
    const { symbol, at } = isValuation ? change.unitValue : change.register
    const { units, unitValue } = held.get(symbol) ?? { units: zero, unitValue: null }
    const moved = isValuation ? zero : toDecimal(change.register.units)
    const next = {
      units: units.plus(moved),
      unitValue: isValuation ? toDecimal(change.unitValue.value) : unitValue,
    }
    held.set(symbol, next)
    const paid = isValuation ? zero : toDecimal(change.register.paid)
    const inKind = isValuation
      ? zero
      : calculateTransferValue(next.units, change.register.transferred, unitValue)
    const amount = calculateMarketValue(next.units, next.unitValue)
      .minus(calculateMarketValue(units, unitValue))
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
