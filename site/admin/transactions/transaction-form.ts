/** A transaction in a form and in a request. Pure. */
import type { AdminTransaction, TransactionBody, TransactionEdit } from '#contract/admin-transactions'
import type { TransactionStatus, TransactionType } from '#contract/transactions'
import type { FieldErrors } from '#core/form/form'
import { changesOf, type Version } from '#core/form/row-form'
import { readDecimal } from '#core/format/decimal'
import { saidReason } from '#site/admin/form/said-reason.ts'

export type TransactionForm = {
  type: string
  amount: string
  fee: string
  description: string
  status: string
  /** A calendar day. */
  date: string
  /** Why an existing one is changed. */
  reason: string
}

export const transactionLabels: Record<Exclude<keyof TransactionForm, 'reason'>, string> = {
  type: 'Type',
  status: 'Status',
  amount: 'Amount in USD',
  fee: 'Fee in USD',
  date: 'Date',
  description: 'Description',
}

/** What is known of a new transaction before it is typed. */
export type KnownFields = Partial<Pick<TransactionForm, 'type' | 'amount' | 'description'>>

export const newTransaction = (today: string, known: KnownFields = {}): Version<TransactionForm> => ({
  values: {
    type: 'deposit',
    amount: '',
    fee: '',
    description: '',
    status: 'completed',
    date: today,
    reason: '',
    ...known,
  },
  updatedAt: undefined,
})

export const versionOf = (row: AdminTransaction): Version<TransactionForm> => ({
  values: {
    type: row.type,
    amount: row.amount,
    fee: Number(row.fee) === 0 ? '' : row.fee,
    description: row.description,
    status: row.status,
    date: row.date.slice(0, 10),
    reason: '',
  },
  updatedAt: row.updated_at,
})

/** The missing fields; the server checks the upper bounds. */
export const checkTransaction = ({ amount, fee, date }: TransactionForm): FieldErrors<TransactionForm> => ({
  ...(readDecimal(amount) === undefined && { amount: 'Amount is required' }),
  ...(fee !== '' && readDecimal(fee) === undefined && { fee: 'Fee must be a number' }),
  ...(date === '' && { date: 'Date is required' }),
})

/** The request body of a complete form. Its options are valid values. */
export const bodyOf = ({
  type,
  status,
  amount,
  fee,
  reason: _,
  ...rest
}: TransactionForm): TransactionBody => ({
  ...rest,
  type: type as TransactionType,
  status: status as TransactionStatus,
  amount: readDecimal(amount) ?? '',
  fee: readDecimal(fee) ?? '0',
})

/** The changes to the version it is based on, with their reason: a time whose day is unchanged is kept. */
export const editOf = (
  form: TransactionForm,
  base: TransactionForm,
): TransactionEdit & { reason?: string } => ({
  ...changesOf(bodyOf(base), bodyOf(form)),
  ...saidReason(form.reason),
})
