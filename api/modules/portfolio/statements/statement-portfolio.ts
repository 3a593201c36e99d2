/** The portfolio part of a statement: opening and closing value, changes in between, and the holdings at the end. */

import type { DayRange } from '#db/list-queries'
import { listIllustrativeSymbols } from '#modules/catalog/series/series-service'
import { getPortfolioRecords } from '#modules/portfolio/portfolio-records'
import { addDays, getToday } from '#shared/calculations/calendar'
import { type Decimal, sum, toDecimal, zero } from '#shared/calculations/decimal'
import { getPortfolioOnDay } from '#shared/calculations/portfolio-by-day'
import { sumDistributions } from './statement-distributions.ts'
import { listReversedPayments, type ReversedPayment } from './statement-reversals.ts'
import { listUnitMovements, type UnitMovement } from './statement-units.ts'

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
  /** Null for an open start: the opening value is then zero. */
  openingDay: string | null
  closingDay: string
  opening: string
  deposited: string
  withdrawn: string
  /** Value of units transferred in less units transferred out. */
  transferred: string
  gains: string
  closing: string
  cash: StatementCash
  /** Within the period, oldest first. */
  movements: readonly UnitMovement[]
  /** Payments of the period that were reversed, and reversals in the period; oldest first. */
  reversals: readonly ReversedPayment[]
  /** Whether units ever moved: if not, the completed transactions account for all of the cash. */
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
  /** Distribution payments less reversals. */
  distributions: string
  /** Rows of type fee, and the fees of other rows. */
  fees: string
  /** Cost of the units allotted, less refunds from corrections. */
  bought: string
  /** Redemption proceeds, less amounts reversed by corrections. */
  redeemed: string
  closing: string
}

/** Calculated from ledger, register and valuations; an open end is today. */
export async function getStatementPortfolio(
  userId: number,
  { from, to }: DayRange,
): Promise<StatementPortfolio> {
  const closingDay = to ?? getToday()
  const records = await getPortfolioRecords(userId, closingDay)
  const closing = getPortfolioOnDay(records, closingDay)
  const held = closing.positions.filter(({ units }) => units.gt(0))
  const illustrative = await listIllustrativeSymbols(held.map(({ symbol }) => symbol))
  const openingDay = from === undefined ? null : addDays(from, -1)
  const opening = openingDay === null ? undefined : getPortfolioOnDay(records, openingDay)
  const change = (
    name: 'deposited' | 'withdrawn' | 'received' | 'given' | 'income' | 'fees' | 'gains',
  ): Decimal => (opening ? closing[name].minus(opening[name]) : closing[name])
  const movements = records.register.length > 0 ? await listUnitMovements(userId, openingDay, closingDay) : []
  const reversals =
    records.register.length > 0 ? await listReversedPayments(userId, openingDay, closingDay) : []
  const distributions =
    records.register.length > 0
      ? toDecimal(await sumDistributions(userId, openingDay, closingDay)).toFixed(2)
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
