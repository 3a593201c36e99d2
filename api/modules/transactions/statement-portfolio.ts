/** The portfolio part of a statement: opening and closing value, what came between, and the holdings at the end. */

import type { DayRange } from '#db/listing'
import { readPortfolioRecords } from '#modules/portfolio/records'
import { listIllustrative } from '#modules/series/service'
import { addDays } from '#shared/asset/calendar'
import { type Decimal, decimal, sum, zero } from '#shared/asset/decimal'
import { portfolioOn } from '#shared/asset/portfolio-days'
import { sumDistributions } from './statement-distributions.ts'
import { type ReversedPayment, readReversedPayments } from './statement-reversals.ts'
import { readUnitMovements, type UnitMovement } from './statement-units.ts'

export interface StatementHolding {
  symbol: string
  /** Six decimals. */
  units: string
  /** Null before the first valuation. */
  unitValue: string | null
  valuedAt: string | null
  value: string
  isIllustrative: boolean
}

/** Money with two decimals. Opening + deposited − withdrawn + transferred + gains = closing. */
export interface StatementPortfolio {
  /** Null from the beginning on: the opening value is zero then. */
  openingDay: string | null
  closingDay: string
  opening: string
  deposited: string
  withdrawn: string
  /** Value of units received less those given by transfer. */
  transferred: string
  gains: string
  closing: string
  cash: StatementCash
  /** Of the period, oldest first. */
  movements: readonly UnitMovement[]
  /** Payments of the period that were reversed, and reversals in it; oldest first. */
  reversals: readonly ReversedPayment[]
  /** Whether units ever moved: without any, the completed transactions are all of the cash. */
  hasUnits: boolean
  /** Largest value first. */
  holdings: StatementHolding[]
}

/** Opening + deposited − withdrawn + interest + distributions − fees − bought + redeemed = closing. Money with two decimals. */
export interface StatementCash {
  opening: string
  deposited: string
  withdrawn: string
  interest: string
  /** Payments of distributions, less those reversed. */
  distributions: string
  /** Rows of type fee, and the fees of other rows. */
  fees: string
  /** Cost of the units allotted, less what corrections gave back. */
  bought: string
  /** Proceeds of redemptions, less what corrections took back. */
  redeemed: string
  closing: string
}

/** Derived from ledger, register and valuations. A range that ends later ends today. */
export async function readStatementPortfolio(
  userId: number,
  { from, to }: DayRange,
): Promise<StatementPortfolio> {
  const today = new Date().toISOString().slice(0, 10)
  const closingDay = to !== undefined && to < today ? to : today
  const records = await readPortfolioRecords(userId, closingDay)
  const closing = portfolioOn(records, closingDay)
  const held = closing.positions.filter(({ units }) => units.gt(0))
  const illustrative = await listIllustrative(held.map(({ symbol }) => symbol))
  const before = from === undefined ? null : addDays(from, -1)
  const openingDay = before !== null && before > closingDay ? closingDay : before
  const opening = openingDay === null ? undefined : portfolioOn(records, openingDay)
  const change = (
    name: 'deposited' | 'withdrawn' | 'received' | 'given' | 'income' | 'fees' | 'gains',
  ): Decimal => (opening ? closing[name].minus(opening[name]) : closing[name])
  const movements = records.register.length > 0 ? await readUnitMovements(userId, openingDay, closingDay) : []
  const reversals =
    records.register.length > 0 ? await readReversedPayments(userId, openingDay, closingDay) : []
  const distributions =
    records.register.length > 0
      ? decimal(await sumDistributions(userId, openingDay, closingDay)).toFixed(2)
      : '0.00'
  const paidBy = (type: UnitMovement['type']): Decimal =>
    sum(movements.filter(({ corrected }) => corrected === type).map(({ paid }) => paid))
  return {
    openingDay,
    closingDay,
    opening: opening?.value.toFixed(2) ?? '0.00',
    deposited: change('deposited').toFixed(2),
    withdrawn: change('withdrawn').toFixed(2),
    transferred: change('received').minus(change('given')).toFixed(2),
    gains: change('gains').toFixed(2),
    closing: closing.value.toFixed(2),
    cash: {
      opening: (opening?.cash ?? zero).toFixed(2),
      deposited: change('deposited').toFixed(2),
      withdrawn: change('withdrawn').toFixed(2),
      interest: change('income').minus(distributions).toFixed(2),
      distributions,
      fees: change('fees').toFixed(2),
      bought: paidBy('issue').times(-1).toFixed(2),
      redeemed: paidBy('redemption').toFixed(2),
      closing: closing.cash.toFixed(2),
    },
    movements,
    reversals,
    hasUnits: records.register.length > 0,
    holdings: held
      .toSorted((a, b) => b.value.cmp(a.value) || (a.symbol < b.symbol ? -1 : 1))
      .map(({ symbol, units, unitValue, valuedAt, value }) => ({
        symbol,
        units: units.toFixed(6),
        unitValue: unitValue?.toFixed(2) ?? null,
        valuedAt,
        value: value.toFixed(2),
        isIllustrative: illustrative.has(symbol),
      })),
  }
}
