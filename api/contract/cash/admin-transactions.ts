import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adminPath, csvExport, EditBody, ListQuery, Success } from '#contract/admin-endpoint'
import { Amount, AmountField } from '#contract/amount-schema'
import { type ApprovalRule, withApprovalReason } from '#contract/approval-rule'
import { get, post, put, remove } from '#contract/endpoint'
import {
  CalendarDate,
  DateOrTimestamp,
  ExtendObject,
  Id,
  MultilineText,
  OptionalOrEmpty,
  StringEnum,
  Timestamp,
} from '#contract/schema-builders'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { overdraftFields } from './overdraft.ts'

/** `date` and `transaction_date` are the same instant; different screens use different names. */
export const AdminTransaction = Type.Object({
  id: Id(),
  user_id: Id(),
  type: StringEnum(transactionTypes),
  amount: Amount({ description: 'Always positive; the type determines the sign' }),
  fee: Amount(),
  currency: Type.String({ examples: ['USD'] }),
  description: Type.String(),
  status: StringEnum(transactionStatuses),
  date: Timestamp(),
  transaction_date: Timestamp(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type AdminTransaction = Static<typeof AdminTransaction>

/** The record that booked a transaction or was paid by it; such a transaction can be neither changed nor deleted. */
export const LinkedRecord = Type.Object({
  kind: StringEnum(['subscription', 'distribution']),
  id: Id(),
  symbol: Type.String({ description: 'Symbol of the series' }),
})
export type LinkedRecord = Static<typeof LinkedRecord>

export const TransactionListItem = ExtendObject(AdminTransaction, {
  part_of: Type.Union([LinkedRecord, Type.Null()], {
    description: 'Subscription paid by this deposit, or distribution this payment belongs to',
  }),
})
export type TransactionListItem = Static<typeof TransactionListItem>

/** A transaction in the list across all investors. */
export const InvestorTransactionListItem = ExtendObject(TransactionListItem, {
  user_name: Type.String({ description: 'Name of the investor; empty if the account was deleted' }),
})
export type InvestorTransactionListItem = Static<typeof InvestorTransactionListItem>

/** Effect of the matching completed transactions on balances. */
export const TransactionTotals = Type.Object({
  money_in: Amount({ description: 'Deposits and interest' }),
  money_out: Amount({ description: 'Withdrawals, fees and fees on other transactions' }),
  net: Amount({ description: '`money_in` − `money_out`; the sum of the last column of the file' }),
})
export type TransactionTotals = Static<typeof TransactionTotals>

const fields = {
  type: StringEnum(transactionTypes),
  amount: AmountField('Amount', 'positive'),
  fee: Type.Optional(AmountField('Fee', 'not negative')),
  description: OptionalOrEmpty(MultilineText()),
  status: StringEnum(transactionStatuses, { default: 'completed' }),
  date: DateOrTimestamp(),
}

export const TransactionBody = Type.Object(fields)
export type TransactionBody = Static<typeof TransactionBody>
const TransactionEdit = EditBody(TransactionBody)
export type TransactionEdit = Static<typeof TransactionEdit>

const filters = {
  type: Type.Optional(StringEnum(transactionTypes)),
  status: Type.Optional(StringEnum(transactionStatuses)),
  from: Type.Optional(CalendarDate()),
  to: Type.Optional(CalendarDate()),
}
/** In the list across all investors. */
const allFilters = {
  ...filters,
  min_amount: Type.Optional(AmountField('The minimum amount', 'not negative')),
  max_amount: Type.Optional(AmountField('The maximum amount', 'not negative')),
}
const params = Type.Object({ id: Id() })
/** Fields of a deletion besides its reason. */
const Deletion = Type.Object(overdraftFields)
export type Deletion = Static<typeof Deletion>
/** A second administrator approves any large amount that is booked, changed or deleted. */
const approvalRule = {
  amountFields: ['amount', 'fee'],
  fullAmountFields: ['status'],
  directionFields: ['type'],
  outward: ['withdrawal', 'fee'],
  inward: ['deposit', 'interest'],
} as const satisfies ApprovalRule
const oneTransaction = Type.Object({ transaction: AdminTransaction })

export const adminTransactions = {
  listAll: get(adminPath('/transactions'), {
    summary:
      'List transactions of all investors with totals; search covers descriptions and numbers such as `#1000001`',
    access: 'admin:read',
    query: ListQuery(['-transaction_date', 'amount'], allFilters),
    response: Type.Object({
      transactions: Type.Array(InvestorTransactionListItem),
      totals: TransactionTotals,
      pagination: AdminPagination,
    }),
  }),
  exportAll: get(
    adminPath('/transactions/export'),
    csvExport('admin:read', 'The transactions of all investors, newest first,', allFilters),
  ),
  list: get(adminPath('/user/:id/transactions'), {
    summary:
      'List transactions of an investor, including deleted ones; search covers descriptions and numbers such as `#1000001`',
    access: 'admin:read',
    params,
    query: ListQuery(['-transaction_date', 'amount'], filters),
    response: Type.Object({ transactions: Type.Array(TransactionListItem), pagination: AdminPagination }),
    problems: ['not_found'],
  }),
  create: post(adminPath('/user/:id/transactions'), {
    summary: 'Add a transaction for an investor',
    access: 'admin:money',
    params,
    body: withApprovalReason(ExtendObject(TransactionBody, overdraftFields)),
    approvalRule,
    response: oneTransaction,
    status: 201,
    idempotent: true,
    problems: ['not_found', 'conflict', 'insufficient_cash'],
  }),
  get: get(adminPath('/transactions/:id'), {
    summary: 'One transaction',
    access: 'admin:read',
    params,
    response: oneTransaction,
    problems: ['not_found'],
  }),
  update: put(adminPath('/transactions/:id'), {
    summary: 'Update a transaction',
    access: 'admin:money',
    params,
    body: withApprovalReason(ExtendObject(TransactionEdit, overdraftFields)),
    approvalRule,
    response: oneTransaction,
    problems: ['not_found', 'conflict', 'stale_write', 'insufficient_cash'],
  }),
  delete: remove(adminPath('/transactions/:id'), {
    summary: 'Delete a transaction',
    access: 'admin:money',
    params,
    body: Type.Optional(withApprovalReason(Deletion)),
    approvalRule,
    response: Success,
    problems: ['not_found', 'conflict', 'insufficient_cash'],
  }),
  exportCsv: get(adminPath('/user/:id/transactions/export'), {
    ...csvExport('admin:read', 'The transactions of an investor, newest first,', filters),
    params,
    problems: ['not_found'],
  }),
}
