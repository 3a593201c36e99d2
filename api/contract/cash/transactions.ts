import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Amount } from '#contract/amount-schema'
import { CalendarDay, Units } from '#contract/catalog/series'
import { get } from '#contract/endpoint'
import { offsetPage, Pagination } from '#contract/paging'
import { TOTAL_COUNT_HEADER } from '#contract/request-url'
import { CalendarDate, Id, Nullable, SearchText, StringEnum, Timestamp } from '#contract/schema-builders'
import { CSV_TYPE, tableQuery } from '#contract/table-file'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'

export type TransactionType = (typeof transactionTypes)[number]
export type TransactionStatus = (typeof transactionStatuses)[number]

/** Page sizes of the history. */
export const transactionPageSizes = [10, 20, 50, 100] as const
export const TRANSACTION_PAGE_SIZE = 20

/** How a distribution payment was calculated: units × amount per unit, to the cent. */
export const DistributionPayment = Type.Object({
  symbol: Type.String({ description: 'Of the series' }),
  record_date: CalendarDay(),
  counted_at: Nullable(Timestamp(), {
    description:
      'When the units were counted, where the record date was not over (UTC) at booking; null where its end counts',
  }),
  units: Units(),
  amount_per_unit: Units(),
  reason: Type.String({ description: 'Purpose of the payment; may be empty' }),
  reversal: Nullable(Type.Object({ at: Timestamp(), reason: Type.String() }), {
    description: 'Reversal date and reason; the transaction is then cancelled',
  }),
})
export type DistributionPayment = Static<typeof DistributionPayment>

export const Transaction = Type.Object({
  id: Id(),
  type: StringEnum(transactionTypes),
  description: Type.String(),
  amount: Amount({ description: 'Always positive; the type determines the sign' }),
  fee: Amount(),
  currency: Type.String({ examples: ['USD'] }),
  status: StringEnum(transactionStatuses),
  transaction_date: Timestamp(),
  balance: Type.Optional(
    Amount({
      description:
        'For completed transactions with `include=balance` or `details`: running balance in this currency (deposits and interest less withdrawals and fees), including this transaction',
    }),
  ),
  distribution: Type.Optional(DistributionPayment),
})
export type Transaction = Static<typeof Transaction>

export const TransactionPage = Type.Object({
  transactions: Type.Array(Transaction, { maxItems: 100 }),
  pagination: Pagination,
})
export type TransactionPage = Static<typeof TransactionPage>

export const TransactionSummary = Type.Object({
  total_deposits: Amount(),
  total_withdrawals: Amount(),
  total_fees: Amount(),
  total_interest: Amount(),
  total_transfers: Amount({
    description: 'Transfers between accounts of the investor; not included in other totals',
  }),
  balance: Amount({ description: 'Deposits and interest less withdrawals and fees' }),
  units_paid: Type.Union([Amount(), Type.Null()], {
    description: 'Cost of allotted units less redemption proceeds; null if figures are manually entered',
  }),
  cash: Type.Union([Amount(), Type.Null()], {
    description:
      '`balance` − `units_paid`, equal to cash in `/user/holdings`; null if figures are manually entered',
  }),
  /** When the account was created, or the date of its first transaction if that is earlier. */
  since: Timestamp(),
  completed_count: Type.Integer(),
  transaction_count: Type.Integer(),
})
export type TransactionSummary = Static<typeof TransactionSummary>

const filters = {
  type: Type.Optional(StringEnum(transactionTypes)),
  status: Type.Optional(StringEnum(transactionStatuses)),
}

/** Whole days in UTC, both included; a missing day leaves that end of the range open. */
const range = { from: Type.Optional(CalendarDate()), to: Type.Optional(CalendarDate()) }

/** Maximum rows of a statement. */
export const STATEMENT_ROWS_MAX = 20_000

export const transactions = {
  list: get('/user/transactions', {
    summary: 'List transactions, newest first',
    access: 'investor',
    query: Type.Object({
      ...filters,
      ...range,
      search: SearchText(),
      include: Type.Optional(
        StringEnum(['balance', 'details'], {
          description: '`details`: running balance and calculation of distributions',
        }),
      ),
      ...offsetPage,
    }),
    response: TransactionPage,
  }),
  get: get('/user/transactions/:id', {
    summary: 'Retrieve a transaction with its running balance and, for a distribution, its calculation',
    access: 'investor',
    params: Type.Object({ id: Id() }),
    response: Type.Object({ transaction: Transaction }),
  }),
  getSummary: get('/user/transactions/summary', {
    summary: 'Totals of completed transactions, and count of all transactions',
    access: 'investor',
    response: Type.Object({ summary: TransactionSummary }),
  }),
  exportCsv: get('/user/transactions/export', {
    summary: 'The transactions as a CSV file (RFC 4180), newest first, streamed',
    access: 'investor',
    limit: 'export',
    query: Type.Object({ ...filters, ...range, search: SearchText(), ...tableQuery }),
    response: { raw: CSV_TYPE },
    headers: { [TOTAL_COUNT_HEADER]: 'Transactions in the file' },
  }),
  downloadStatement: get('/user/transactions/statement', {
    summary: `Download an account statement for a period as PDF, oldest first; up to ${STATEMENT_ROWS_MAX} transactions`,
    access: 'investor',
    limit: 'export',
    query: Type.Object(range),
    response: { raw: 'application/pdf' },
    headers: { [TOTAL_COUNT_HEADER]: 'Transactions in the file' },
  }),
  downloadRangeStatement: get('/user/statement', {
    summary: 'Same as the statement by period',
    access: 'investor',
    limit: 'export',
    query: Type.Object(range),
    response: { raw: 'application/pdf' },
    headers: { [TOTAL_COUNT_HEADER]: 'Transactions in the file' },
  }),
  exportCash: get('/user/statement/csv', {
    summary: `Download cash movements for a period as CSV (RFC 4180), oldest first: opening cash, completed transactions and unit movements; up to ${STATEMENT_ROWS_MAX} transactions`,
    access: 'investor',
    limit: 'export',
    query: Type.Object({ ...range, ...tableQuery }),
    response: { raw: CSV_TYPE },
    headers: { [TOTAL_COUNT_HEADER]: 'Rows in the file' },
  }),
  downloadYearlyStatement: get('/user/statement/yearly', {
    summary: 'Download the statement for a calendar year; the current year is up to today',
    access: 'investor',
    limit: 'export',
    query: Type.Object({
      year: Type.Optional(
        Type.Integer({
          minimum: 2000,
          maximum: 9999,
          examples: [2026],
          description: 'Defaults to the current year',
        }),
      ),
    }),
    response: { raw: 'application/pdf' },
    headers: { [TOTAL_COUNT_HEADER]: 'Transactions in the file' },
  }),
}
