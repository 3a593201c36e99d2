/** An investor's cash movements as a file that adds up. */

import { toCsvDecimal as cell, createInMemorySource, exportCsv } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import type { Transaction } from '#contract/cash/transactions'
import type { DayRange } from '#db/list-queries'
import { calculateBalanceEffect } from '#modules/cash/transactions/balance-effect'
import { type Decimal, toDecimal } from '#shared/calculations/decimal'
import { getStatement, type Statement } from './statement-figures.ts'
import type { ReversedPayment } from './statement-reversals.ts'
import { formatMovementLabel, type UnitMovement } from './statement-units.ts'

interface CashRecord {
  /** ISO 8601, or a day. */
  time: string
  isMovement?: true
  record: string
  description: string
  units: string | null
  effect: Decimal
}

interface CashRow extends CashRecord {
  number: number
  after: Decimal
}

const ofTransaction = (row: Transaction): CashRecord => ({
  time: row.transaction_date,
  record: `${row.type} ${row.id}`,
  description: row.description,
  units: null,
  effect: calculateBalanceEffect(row),
})

const ofMovement = (movement: UnitMovement): CashRecord => ({
  time: movement.time,
  isMovement: true,
  record: `${movement.symbol} entry ${movement.number}`,
  description: formatMovementLabel(movement),
  units: movement.units,
  effect: toDecimal(movement.paid),
})

const ofReversedPayment = (payment: ReversedPayment): CashRecord => ({
  time: payment.time,
  record: `interest ${payment.id}${payment.isReversal ? ', reversed' : ''}`,
  description: payment.description,
  units: null,
  effect: toDecimal(payment.amount),
})

const compare = (one: string | number, other: string | number): number =>
  one < other ? -1 : one > other ? 1 : 0

/** 0 for bookings that add cash, 1 for movements of units, 2 for bookings that take cash. */
const placeInDay = ({ isMovement, effect }: CashRecord): number => (isMovement ? 1 : effect.lt(0) ? 2 : 0)

/**
 * By day. Bookings often have only a day, so their order relative to that day's unit movements is unknown: additions
 * come before all movements, deductions after them. Whatever the true order, the balance shown is never below zero if
 * the true one was not.
 */
const inOrder = (one: CashRecord, other: CashRecord): number =>
  compare(one.time.slice(0, 10), other.time.slice(0, 10)) ||
  compare(placeInDay(one), placeInDay(other)) ||
  compare(one.time, other.time)

/** The opening cash and each later record, in order, with the cash after it. */
function listCash({ rows, portfolio }: Statement): CashRow[] {
  const { cash, movements, reversals, openingDay, closingDay } = portfolio
  const records = [
    ...rows.filter(({ status }) => status === 'completed').map(ofTransaction),
    ...movements.map(ofMovement),
    ...reversals.map(ofReversedPayment),
  ].sort(inOrder)
  let after = toDecimal(cash.opening)
  const opening = {
    time: openingDay ?? '',
    record: 'Opening cash balance',
    description: '',
    units: null,
    effect: after,
  }
  const listed: CashRow[] = [{ ...opening, number: 1, after }]
  const add = (record: CashRecord) => {
    after = after.plus(record.effect)
    listed.push({ ...record, number: listed.length + 1, after })
  }
  records.forEach(add)
  const missing = toDecimal(cash.closing).minus(after)
  // A completed transaction may be dated a few hours ahead, in the time zone where it was entered: it counts today.
  if (!missing.eq(0))
    add({
      time: closingDay,
      record: 'Completed, future-dated',
      description: '',
      units: null,
      effect: missing,
    })
  return listed
}

/** The cash of a date range as CSV. Throws as `getStatement` does. */
export async function exportCash(userId: number, range: DayRange): Promise<GeneratedFile> {
  const listed = listCash(await getStatement(userId, range))
  return exportCsv<CashRow>({
    columns: [
      ['Date (UTC)', ({ time }) => time.slice(0, 10)],
      ['Record', ({ record }) => record],
      ['Description', ({ description }) => description],
      ['Units', ({ units }) => cell(units)],
      ['Effect on cash', ({ effect }) => cell(effect.toFixed(2))],
      ['Cash balance after', ({ after }) => cell(after.toFixed(2))],
    ],
    ...createInMemorySource(listed),
  })
}
