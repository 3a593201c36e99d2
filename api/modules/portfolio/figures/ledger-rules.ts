/** Which part of a transaction counts in a sum, and how it is labeled there. */
import type { FigureInput } from '#contract/portfolio/figures'
import type { Day } from '#shared/calculations/calendar'
import { type Decimal, toDecimal } from '#shared/calculations/decimal'
import { getTransactionPath } from '#shared/notification-link'
import { addThousandsSeparators } from '#shared/thousands-separators'

export type Row = [id: number, type: string, at: Day, amount: string, fee: string, description: string]

/** Maximum characters of a description in a label. */
export const DESCRIPTION_LENGTH_MAX = 160

export const ledgerTotals = [
  'total_deposits',
  'total_withdrawals',
  'total_fees',
  'total_interest',
  'total_transfers',
  'balance',
] as const
/** A sum of transactions alone. */
type LedgerSum = (typeof ledgerTotals)[number]
/** The kinds of rows of a sum. */
export type LedgerTotal = 'deposited' | 'withdrawn' | 'cash' | 'gains' | 'units_paid' | LedgerSum

/** Which part of a row counts: only its amount, only its fee, or both with their signs. */
type Counted = 'amount' | 'fees' | 'effect' | 'return'

export const ledgerRules: Record<LedgerTotal, { types: string; counted: Counted }> = {
  deposited: { types: '{deposit}', counted: 'amount' },
  withdrawn: { types: '{withdrawal}', counted: 'amount' },
  cash: { types: '{deposit,withdrawal,interest,fee,transfer}', counted: 'effect' },
  gains: { types: '{interest,fee}', counted: 'return' },
  units_paid: { types: '{}', counted: 'amount' },
  total_deposits: { types: '{deposit}', counted: 'amount' },
  total_withdrawals: { types: '{withdrawal}', counted: 'amount' },
  total_fees: { types: '{fee}', counted: 'fees' },
  total_interest: { types: '{interest}', counted: 'amount' },
  total_transfers: { types: '{transfer}', counted: 'amount' },
  balance: { types: '{deposit,withdrawal,interest,fee,transfer}', counted: 'effect' },
}
/** Rows of other types count with their fees. */
export const countsFees = (of: LedgerTotal): boolean => ['fees', 'return'].includes(ledgerRules[of].counted)

const nouns: Record<string, string> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  interest: 'Interest',
  fee: 'Fee',
  transfer: 'Transfer',
}

/** Types whose amount does not count there, only their fee. */
const isFeeOnly = (of: LedgerTotal, type: string): boolean =>
  (ledgerRules[of].counted === 'effect' && type === 'transfer') ||
  (countsFees(of) && ['deposit', 'withdrawal', 'transfer'].includes(type)) ||
  (of === 'total_fees' && type === 'interest')

/** What a completed row adds to the sum: in cash and gains with the sign of its effect. */
function amountOf(of: LedgerTotal, [, type, , amount, fee]: Row): Decimal {
  const { counted } = ledgerRules[of]
  const own = toDecimal(isFeeOnly(of, type) ? 0 : amount)
  if (counted === 'fees') return own.plus(toDecimal(fee))
  if (counted === 'amount') return type === 'reversal' ? own.times(-1) : own
  return own.times(type === 'deposit' || type === 'interest' ? 1 : -1).minus(toDecimal(fee))
}

/** `Deposit 12: Wire`; `Distribution of $WITGOLD, record date 2026-11-12: ... (transaction 12)`. */
function nameOf([id, type, , , , description]: Row): string {
  const text =
    description.length > DESCRIPTION_LENGTH_MAX
      ? `${description.slice(0, DESCRIPTION_LENGTH_MAX)}…`
      : description
  const isPayment = text.startsWith('Distribution')
  if (type === 'reversal') return `Reversal of the ${text.replace(/^D/, 'd')} (transaction ${id})`
  if (type === 'interest' && isPayment) return `${text} (transaction ${id})`
  return `${nouns[type] ?? type} ${id}${text && `: ${text}`}`
}

function labelOfRow(of: LedgerTotal, row: Row): string {
  const [, type, , , fee] = row
  const name = nameOf(row)
  if (isFeeOnly(of, type)) return `Fee on ${name.replace(/^[A-Z]/, (first) => first.toLowerCase())}`
  return ledgerRules[of].counted !== 'amount' && Number(fee) > 0
    ? `${name}, including its fee of $${addThousandsSeparators(fee)}`
    : name
}

export const toFigureInput = (of: LedgerTotal, row: Row): FigureInput => ({
  label: labelOfRow(of, row),
  at: row[2],
  amount: amountOf(of, row).toFixed(2),
  unit: 'USD',
  link: getTransactionPath(row[0]),
})

export const isLedgerTotal = (of: LedgerTotal): of is LedgerSum => ledgerTotals.some((each) => each === of)
