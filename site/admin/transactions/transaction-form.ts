/** A transaction in a form and in a request. Pure. */
import type { AdminTransaction, TransactionBody, TransactionEdit } from '#contract/admin-transactions'
import type { TransactionStatus, TransactionType } from '#contract/transactions'
import type { FieldErrors } from '#core/form/form'
import { changesOf, type Version } from '#core/form/row-form'
import { readDecimal } from '#core/format/decimal'
import { type Decimal, decimal, zero } from '#shared/asset/decimal'
import { findIssuedStatements } from '#shared/asset/issued-statements'
import { noOverdraft, type OverdraftValues, overdraftOf } from '#site/admin/cash/overdraft.ts'
import { saidReason } from '#site/admin/form/said-reason.ts'
import { describeIssued } from '#site/admin/shared/issued-statements.ts'

export type TransactionForm = {
  /** The investor; empty until one is chosen. */
  user_id: string
  type: string
  amount: string
  fee: string
  description: string
  status: string
  /** A calendar day. */
  date: string
  /** Why it is written: asked of an existing one, and where a second administrator has to approve. */
  reason: string
} & OverdraftValues

export const transactionLabels: Record<
  Exclude<keyof TransactionForm, 'reason' | keyof OverdraftValues>,
  string
> = {
  user_id: 'Investor',
  type: 'Type',
  status: 'Status',
  amount: 'Amount in USD',
  fee: 'Fee in USD',
  date: 'Date',
  description: 'Description',
}

/** A new transaction of an investor, or of one who is still to be chosen. */
export const newTransaction = (today: string, userId: number | undefined): Version<TransactionForm> => ({
  values: {
    user_id: userId === undefined ? '' : String(userId),
    type: 'deposit',
    amount: '',
    fee: '',
    description: '',
    status: 'completed',
    date: today,
    reason: '',
    ...noOverdraft,
  },
  updatedAt: undefined,
})

export const versionOf = (row: AdminTransaction): Version<TransactionForm> => ({
  values: {
    user_id: String(row.user_id),
    type: row.type,
    amount: row.amount,
    fee: Number(row.fee) === 0 ? '' : row.fee,
    description: row.description,
    status: row.status,
    date: row.date.slice(0, 10),
    reason: '',
    ...noOverdraft,
  },
  updatedAt: row.updated_at,
})

/** The missing fields; the server checks the upper bounds. */
export const checkTransaction = (form: TransactionForm): FieldErrors<TransactionForm> => {
  const { user_id, amount, fee, date } = form
  return {
    ...(user_id === '' && { user_id: 'Choose an investor' }),
    ...(readDecimal(amount) === undefined && {
      amount: amount.trim() === '' ? 'Amount is required' : 'Enter an amount such as 1250.00',
    }),
    ...(fee !== '' && readDecimal(fee) === undefined && { fee: 'Fee must be a number' }),
    ...(date === '' && { date: 'Date is required' }),
  }
}

/** The request body of a complete form. Its options are valid values. */
export const bodyOf = ({
  user_id: _user,
  type,
  status,
  amount,
  fee,
  reason: _reason,
  allow_overdraft: _allow,
  confirm_amount: _confirm,
  ...rest
}: TransactionForm): TransactionBody => ({
  ...rest,
  type: type as TransactionType,
  status: status as TransactionStatus,
  amount: readDecimal(amount) ?? '',
  fee: readDecimal(fee) ?? '0',
})

/** What is sent beside a booking: its reason, and the consent to an overdraft. */
export const besideBooking = ({ reason, ...values }: OverdraftValues & { reason: string }) => ({
  ...saidReason(reason),
  ...overdraftOf(values),
})

/** What a transaction adds to cash: nothing until it is completed, and a transfer costs its fee alone. */
export function cashOf({
  type,
  status,
  amount,
  fee,
}: Pick<TransactionForm, 'type' | 'status' | 'amount' | 'fee'>): Decimal {
  if (status !== 'completed') return zero
  const moved = decimal(readDecimal(amount) ?? 0)
  const sign = type === 'deposit' || type === 'interest' ? 1 : type === 'transfer' ? 0 : -1
  return moved.times(sign).minus(readDecimal(fee) ?? 0)
}

/** The changes to the version it is based on, with their reason: a time whose day is unchanged is kept. */
export const editOf = (
  form: TransactionForm,
  base: TransactionForm,
): TransactionEdit & ReturnType<typeof besideBooking> => ({
  ...changesOf(bodyOf(base), bodyOf(form)),
  ...besideBooking(form),
})

/**
 * Warns of the past months whose statements change with a new transaction, or with what is typed into that of `row`;
 * undefined when there are none.
 */
export function describeRestated(
  form: TransactionForm,
  row: AdminTransaction | undefined,
  today: string,
): string | undefined {
  const base = row && versionOf(row).values
  if (base && Object.keys(changesOf(bodyOf(base), bodyOf(form))).length === 0) return undefined
  const [earliest] = [form.date, base?.date ?? ''].filter((day) => day !== '').sort()
  if (earliest === undefined) return undefined
  const issued = base ? 'without this change' : 'without this transaction'
  return describeIssued(findIssuedStatements(earliest, undefined, today), issued, 'show it')
}

/** The same of a transaction that is deleted. */
export const describeDeleted = (
  { date }: Pick<AdminTransaction, 'date'>,
  today: string,
): string | undefined =>
  describeIssued(
    findIssuedStatements(date.slice(0, 10), undefined, today),
    'with this transaction',
    'no longer show it',
  )
