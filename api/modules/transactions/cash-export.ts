/** What moved the cash of an investor, as a file that adds up. */
import type { RowsFile } from '#common/files'
import type { Transaction } from '#contract/transactions'
import type { DayRange } from '#db/listing'
import { decimal as cell, exportCsv, inMemory } from '#modules/csv'
import { type Decimal, decimal } from '#shared/asset/decimal'
import { effectOf } from './effect.ts'
import { readStatement, type Statement } from './statement-figures.ts'
import type { ReversedPayment } from './statement-reversals.ts'
import { nameMovement, type UnitMovement } from './statement-units.ts'

interface CashRecord {
  /** ISO 8601, or a day. */
  time: string
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
  effect: effectOf(row),
})

const ofMovement = (movement: UnitMovement): CashRecord => ({
  time: movement.time,
  record: `${movement.symbol} entry ${movement.number}`,
  description: nameMovement(movement),
  units: movement.units,
  effect: decimal(movement.paid),
})

const ofReversedPayment = (payment: ReversedPayment): CashRecord => ({
  time: payment.time,
  record: `interest ${payment.id}${payment.isReversal ? ', reversed' : ''}`,
  description: payment.description,
  units: null,
  effect: decimal(payment.amount),
})

const compare = (one: string | number, other: string | number): number =>
  one < other ? -1 : one > other ? 1 : 0

/**
 * By day, and within a day what brings cash first: bookings that name only a day come at its first instant, before
 * movements of units at theirs. So the cash is never below the lower one of those before and after a day.
 */
const inOrder = (one: CashRecord, other: CashRecord): number =>
  compare(one.time.slice(0, 10), other.time.slice(0, 10)) ||
  compare(Number(one.effect.lt(0)), Number(other.effect.lt(0))) ||
  compare(one.time, other.time)

/** The opening cash and each record after it, in order, with the cash after it. */
function listCash({ rows, portfolio }: Statement): CashRow[] {
  const { cash, movements, reversals, openingDay, closingDay } = portfolio
  const records = [
    ...rows.filter(({ status }) => status === 'completed').map(ofTransaction),
    ...movements.map(ofMovement),
    ...reversals.map(ofReversedPayment),
  ].sort(inOrder)
  let after = decimal(cash.opening)
  const opening = {
    time: openingDay ?? '',
    record: 'Opening cash',
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
  const missing = decimal(cash.closing).minus(after)
  // A completed transaction may be dated a few hours ahead, in the zone where it was entered: it counts today.
  if (!missing.eq(0))
    add({
      time: closingDay,
      record: 'Completed, dated ahead',
      description: '',
      units: null,
      effect: missing,
    })
  return listed
}

/** The cash of a range of days as CSV. Throws as `readStatement` does. */
export async function exportCash(userId: number, range: DayRange): Promise<RowsFile> {
  const listed = listCash(await readStatement(userId, range))
  return exportCsv<CashRow>({
    columns: [
      ['Date (UTC)', ({ time }) => time.slice(0, 10)],
      ['Record', ({ record }) => record],
      ['Description', ({ description }) => description],
      ['Units', ({ units }) => cell(units)],
      ['Effect on cash', ({ effect }) => cell(effect.toFixed(2))],
      ['Cash after', ({ after }) => cell(after.toFixed(2))],
    ],
    ...inMemory(listed),
  })
}
