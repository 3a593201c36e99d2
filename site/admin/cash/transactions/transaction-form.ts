/** A transaction in forms and requests. Pure functions. */
import type { AdminTransaction, TransactionBody, TransactionEdit } from '#contract/cash/admin-transactions'
import type { TransactionStatus, TransactionType } from '#contract/cash/transactions'
import type { FieldErrors } from '#core/form/form'
import { type FormVersion, getChangedFields } from '#core/form/row-form'
import { parseDecimal } from '#core/format/parse-decimal'
import { type Decimal, toDecimal, zero } from '#shared/calculations/decimal'
import { findIssuedStatements } from '#shared/calculations/issued-statements'
import { calculateOverdraft, noOverdraft, type OverdraftValues } from '#site/admin/cash/balance/overdraft.ts'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { describeIssued } from '#site/admin/kit/issued-statements.ts'

export type TransactionForm = {
  /** The investor; empty until one is selected. */
  user_id: string
  type: string
  amount: string
  fee: string
  description: string
  status: string
  /** A calendar day. */
  date: string
  /** The reason, required for an existing transaction and when a second administrator must approve. */
  reason: string
} & OverdraftValues

export const transactionLabels: Record<
  Exclude<keyof TransactionForm, 'reason' | keyof OverdraftValues>,
  string
> = {
  user_id: 'Investor',
  type: 'Type',
  status: 'Status',
  amount: 'Amount (USD)',
  fee: 'Fee (USD)',
  date: 'Date',
  description: 'Description',
}

/** A new transaction for an investor, or for one yet to be selected. */
export const createTransactionVersion = (
  today: string,
  userId: number | undefined,
): FormVersion<TransactionForm> => ({
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

export const toTransactionVersion = (row: AdminTransaction): FormVersion<TransactionForm> => ({
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
export const validateTransaction = (form: TransactionForm): FieldErrors<TransactionForm> => {
  const { user_id, amount, fee, date } = form
  return {
    ...(user_id === '' && { user_id: 'Select an investor' }),
    ...(parseDecimal(amount) === undefined && {
      amount: amount.trim() === '' ? 'Amount is required' : 'Enter an amount such as 1250.00',
    }),
    ...(fee !== '' && parseDecimal(fee) === undefined && { fee: 'Fee must be a number' }),
    ...(date === '' && { date: 'Date is required' }),
  }
}

/** The request body of a complete form, whose options are valid values. */
export const toTransactionBody = ({
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
  amount: parseDecimal(amount) ?? '',
  fee: parseDecimal(fee) ?? '0',
})

/** What is sent with a booking: its reason, and the consent to an overdraft. */
export const besideBooking = ({ reason, ...values }: OverdraftValues & { reason: string }) => ({
  ...toReasonPayload(reason),
  ...calculateOverdraft(values),
})

/** What a transaction adds to cash: nothing until it is completed; for a transfer, only the fee. */
export function cashOf({
  type,
  status,
  amount,
  fee,
}: Pick<TransactionForm, 'type' | 'status' | 'amount' | 'fee'>): Decimal {
  if (status !== 'completed') return zero
  const moved = toDecimal(parseDecimal(amount) ?? 0)
  const sign = type === 'deposit' || type === 'interest' ? 1 : type === 'transfer' ? 0 : -1
  return moved.times(sign).minus(parseDecimal(fee) ?? 0)
}

/** The changes from the base version, with their reason; the time is kept if the day is unchanged. */
export const toTransactionEdit = (
  form: TransactionForm,
  base: TransactionForm,
): TransactionEdit & ReturnType<typeof besideBooking> => ({
  ...getChangedFields(toTransactionBody(base), toTransactionBody(form)),
  ...besideBooking(form),
})

/**
 * Warns of past months whose statements change with a new transaction, or with the edits to `row`; undefined if there
 * are none.
 */
export function describeRestated(
  form: TransactionForm,
  row: AdminTransaction | undefined,
  today: string,
): string | undefined {
  const base = row && toTransactionVersion(row).values
  if (base && Object.keys(getChangedFields(toTransactionBody(base), toTransactionBody(form))).length === 0)
    return undefined
  const [earliest] = [form.date, base?.date ?? ''].filter((day) => day !== '').sort()
  if (earliest === undefined) return undefined
  const issued = base ? 'without this change' : 'without this transaction'
  return describeIssued(findIssuedStatements(earliest, undefined, today), issued, 'show it')
}

/** The same for a deleted transaction. */
export const describeDeleted = (
  { date }: Pick<AdminTransaction, 'date'>,
  today: string,
): string | undefined =>
  describeIssued(
    findIssuedStatements(date.slice(0, 10), undefined, today),
    'with this transaction',
    'no longer show it',
  )
