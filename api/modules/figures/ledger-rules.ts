/** What of a transaction counts in a sum, and what it is called there. */
import type { FigureInput } from '#contract/figures'
import type { Day } from '#shared/asset/calendar'
import { type Decimal, decimal } from '#shared/asset/decimal'
import { groupDigits } from '#shared/group-digits'
import { transactionPath } from '#shared/notification-page'

export type Row = [id: number, type: string, at: Day, amount: string, fee: string, description: string]

/** Characters of a description in a label. */
export const DESCRIPTION_SHOWN = 160

export const ledgerSums = [
  'total_deposits',
  'total_withdrawals',
  'total_fees',
  'total_interest',
  'total_transfers',
  'balance',
] as const
/** A sum of transactions alone. */
type LedgerSum = (typeof ledgerSums)[number]
/** The kinds of rows of a sum. */
export type Sum = 'deposited' | 'withdrawn' | 'cash' | 'gains' | 'units_paid' | LedgerSum

/** What of a row counts: its amount alone, its fee alone, or both with their signs. */
type Counted = 'amount' | 'fees' | 'effect' | 'return'

export const rules: Record<Sum, { types: string; counted: Counted }> = {
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
export const countsFees = (of: Sum): boolean => ['fees', 'return'].includes(rules[of].counted)

const nouns: Record<string, string> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  interest: 'Interest',
  fee: 'Fee',
  transfer: 'Transfer',
}

/** Types whose amount does not count there, only their fee. */
const isFeeOnly = (of: Sum, type: string): boolean =>
  (rules[of].counted === 'effect' && type === 'transfer') ||
  (countsFees(of) && ['deposit', 'withdrawal', 'transfer'].includes(type)) ||
  (of === 'total_fees' && type === 'interest')

/** What a completed row adds to the sum: in the cash and the gains with the sign of its effect. */
function amountOf(of: Sum, [, type, , amount, fee]: Row): Decimal {
  const { counted } = rules[of]
  const own = decimal(isFeeOnly(of, type) ? 0 : amount)
  if (counted === 'fees') return own.plus(decimal(fee))
  if (counted === 'amount') return type === 'reversal' ? own.times(-1) : own
  return own.times(type === 'deposit' || type === 'interest' ? 1 : -1).minus(decimal(fee))
}

/** `Deposit 12: Wire`; `Distribution of $WITGOLD, record date 2026-11-12: ... (transaction 12)`. */
function nameOf([id, type, , , , description]: Row): string {
  const text =
    description.length > DESCRIPTION_SHOWN ? `${description.slice(0, DESCRIPTION_SHOWN)}…` : description
  const isPayment = text.startsWith('Distribution')
  if (type === 'reversal') return `Reversal of the ${text.replace(/^D/, 'd')} (transaction ${id})`
  if (type === 'interest' && isPayment) return `${text} (transaction ${id})`
  return `${nouns[type] ?? type} ${id}${text && `: ${text}`}`
}

function labelOfRow(of: Sum, row: Row): string {
  const [, type, , , fee] = row
  const name = nameOf(row)
  if (isFeeOnly(of, type)) return `Fee of ${name.replace(/^[A-Z]/, (first) => first.toLowerCase())}`
  return rules[of].counted !== 'amount' && Number(fee) > 0
    ? `${name}, with its fee of $${groupDigits(fee)}`
    : name
}

export const toInput = (of: Sum, row: Row): FigureInput => ({
  label: labelOfRow(of, row),
  at: row[2],
  amount: amountOf(of, row).toFixed(2),
  unit: 'USD',
  link: transactionPath(row[0]),
})

export const isLedgerSum = (of: Sum): of is LedgerSum => ledgerSums.some((each) => each === of)
