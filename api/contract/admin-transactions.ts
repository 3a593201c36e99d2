import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { AdminPagination, adm, csvFile, Done, EditOf, ListQuery } from './admin.ts'
import { Amount, AmountIn } from './amounts.ts'
import { get, post, put, remove } from './endpoint.ts'
import { overdraftFields } from './overdraft.ts'
import { CalendarDate, DayOrInstant, Extended, Id, Maybe, OneOf, Text, Timestamp } from './schema.ts'
import { withReason } from './two-pairs.ts'

/** `date` and `transaction_date` are the same instant under the two names that screens use. */
export const AdminTransaction = Type.Object({
  id: Id(),
  user_id: Id(),
  type: OneOf(transactionTypes),
  amount: Amount({ description: 'Positive; the type gives the sign' }),
  fee: Amount(),
  currency: Type.String({ examples: ['USD'] }),
  description: Type.String(),
  status: OneOf(transactionStatuses),
  date: Timestamp(),
  transaction_date: Timestamp(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type AdminTransaction = Static<typeof AdminTransaction>

/** What booked a transaction or was paid by it; such a transaction can be neither changed nor deleted. */
export const PartOf = Type.Object({
  kind: OneOf(['subscription', 'distribution']),
  id: Id(),
  symbol: Type.String({ description: 'Of the series' }),
})
export type PartOf = Static<typeof PartOf>

export const ListedTransaction = Extended(AdminTransaction, {
  part_of: Type.Union([PartOf, Type.Null()], {
    description: 'The subscription that a deposit pays for, or the distribution of a payment',
  }),
})
export type ListedTransaction = Static<typeof ListedTransaction>

/** A transaction among those of everybody. */
export const AnyTransaction = Extended(ListedTransaction, {
  user_name: Type.String({ description: 'Of the investor; empty once the account was deleted' }),
})
export type AnyTransaction = Static<typeof AnyTransaction>

/** What the completed ones of the matching transactions did to balances. */
export const TransactionTotals = Type.Object({
  money_in: Amount({ description: 'Deposits and interest' }),
  money_out: Amount({ description: 'Withdrawals, fees, and the fees of other transactions' }),
  net: Amount({ description: '`money_in` − `money_out`; the sum of the last column of the file' }),
})
export type TransactionTotals = Static<typeof TransactionTotals>

const fields = {
  type: OneOf(transactionTypes),
  amount: AmountIn('Amount', 'positive'),
  fee: Type.Optional(AmountIn('Fee', 'not negative')),
  description: Maybe(Text()),
  status: OneOf(transactionStatuses, { default: 'completed' }),
  date: DayOrInstant(),
}

export const TransactionBody = Type.Object(fields)
export type TransactionBody = Static<typeof TransactionBody>
const TransactionEdit = EditOf(TransactionBody)
export type TransactionEdit = Static<typeof TransactionEdit>

const filters = {
  type: Type.Optional(OneOf(transactionTypes)),
  status: Type.Optional(OneOf(transactionStatuses)),
  from: Type.Optional(CalendarDate()),
  to: Type.Optional(CalendarDate()),
}
/** Among the transactions of everybody. */
const allFilters = {
  ...filters,
  min_amount: Type.Optional(AmountIn('The least amount', 'not negative')),
  max_amount: Type.Optional(AmountIn('The greatest amount', 'not negative')),
}
const params = Type.Object({ id: Id() })
/** What a deletion has beside its reason. */
const Deletion = Type.Object(overdraftFields)
export type Deletion = Static<typeof Deletion>
/** A second administrator approves what books, changes or deletes a large amount. */
const twoPairs = {
  amounts: ['amount', 'fee'],
  whole: ['status'],
  turning: ['type'],
  outward: ['withdrawal', 'fee'],
} as const
const oneTransaction = Type.Object({ transaction: AdminTransaction })

export const adminTransactions = {
  all: get(adm('/transactions'), {
    summary:
      'A page of the transactions of all investors with their totals; search covers descriptions, and numbers as in `#1000001`',
    access: 'admin:read',
    query: ListQuery(['-transaction_date', 'amount'], allFilters),
    response: Type.Object({
      transactions: Type.Array(AnyTransaction),
      totals: TransactionTotals,
      pagination: AdminPagination,
    }),
  }),
  exportAll: get(
    adm('/transactions/export'),
    csvFile('admin:read', 'The transactions of all investors, newest first,', allFilters),
  ),
  list: get(adm('/user/:id/transactions'), {
    summary:
      'A page of the transactions of an investor, also of a deleted one; search covers descriptions, and numbers as in `#1000001`',
    access: 'admin:read',
    params,
    query: ListQuery(['-transaction_date', 'amount'], filters),
    response: Type.Object({ transactions: Type.Array(ListedTransaction), pagination: AdminPagination }),
    problems: ['not_found'],
  }),
  create: post(adm('/user/:id/transactions'), {
    summary: 'Adds a transaction to an investor',
    access: 'admin:money',
    params,
    body: withReason(Extended(TransactionBody, overdraftFields)),
    twoPairs,
    response: oneTransaction,
    status: 201,
    idempotent: true,
    problems: ['not_found', 'conflict', 'insufficient_cash'],
  }),
  read: get(adm('/transactions/:id'), {
    summary: 'One transaction',
    access: 'admin:read',
    params,
    response: oneTransaction,
    problems: ['not_found'],
  }),
  update: put(adm('/transactions/:id'), {
    summary: 'Changes the given fields of a transaction',
    access: 'admin:money',
    params,
    body: withReason(Extended(TransactionEdit, overdraftFields)),
    twoPairs,
    response: oneTransaction,
    problems: ['not_found', 'conflict', 'stale_write', 'insufficient_cash'],
  }),
  remove: remove(adm('/transactions/:id'), {
    summary: 'Deletes a transaction',
    access: 'admin:money',
    params,
    body: Type.Optional(withReason(Deletion)),
    twoPairs,
    response: Done,
    problems: ['not_found', 'conflict', 'insufficient_cash'],
  }),
  exportCsv: get(adm('/user/:id/transactions/export'), {
    ...csvFile('admin:read', 'The transactions of an investor, newest first,', filters),
    params,
    problems: ['not_found'],
  }),
}
