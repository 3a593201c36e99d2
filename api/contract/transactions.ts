import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { Amount } from './amounts.ts'
import { TOTAL_COUNT } from './call.ts'
import { get } from './endpoint.ts'
import { offsetPage, Pagination } from './paging.ts'
import { CalendarDate, Id, Nullable, OneOf, SearchText, Timestamp } from './schema.ts'
import { Day, Units } from './series.ts'
import { CSV_TYPE, tableQuery } from './table-file.ts'

export type TransactionType = (typeof transactionTypes)[number]
export type TransactionStatus = (typeof transactionStatuses)[number]

/** Sizes a page of the history can have. */
export const pageSizes = [10, 20, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 20

/** How the payment of a distribution was computed: units × amount per unit, to the cent. */
export const DistributionPayment = Type.Object({
  symbol: Type.String({ description: 'Of the series' }),
  record_date: Day(),
  counted_at: Nullable(Timestamp(), {
    description:
      'When the units were counted, where the record date was not over (UTC) at booking; null where its end counts',
  }),
  units: Units(),
  amount_per_unit: Units(),
  reason: Type.String({ description: 'What it is paid for; may be empty' }),
  reversal: Nullable(Type.Object({ at: Timestamp(), reason: Type.String() }), {
    description: 'When and why it was taken back; its transaction is cancelled then',
  }),
})
export type DistributionPayment = Static<typeof DistributionPayment>

export const Transaction = Type.Object({
  id: Id(),
  type: OneOf(transactionTypes),
  description: Type.String(),
  amount: Amount({ description: 'Positive; the type gives the sign' }),
  fee: Amount(),
  currency: Type.String({ examples: ['USD'] }),
  status: OneOf(transactionStatuses),
  transaction_date: Timestamp(),
  balance: Type.Optional(
    Amount({
      description:
        'Of a completed row, with `include=balance` or `details`: deposits and interest less withdrawals and fees in this currency, up to and including this row',
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
  total_transfers: Amount({ description: 'Moved between accounts of the investor; part of no other sum' }),
  balance: Amount({ description: 'Deposits and interest less withdrawals and fees' }),
  units_paid: Type.Union([Amount(), Type.Null()], {
    description: 'Cost of the units allotted less proceeds of redemptions; null where figures were entered',
  }),
  cash: Type.Union([Amount(), Type.Null()], {
    description: '`balance` − `units_paid`, the cash of `/user/holdings`; null where figures were entered',
  }),
  /** When the account was made, or its first transaction if that is earlier. */
  since: Timestamp(),
  completed_count: Type.Integer(),
  transaction_count: Type.Integer(),
})
export type TransactionSummary = Static<typeof TransactionSummary>

const filters = {
  type: Type.Optional(OneOf(transactionTypes)),
  status: Type.Optional(OneOf(transactionStatuses)),
}

/** Whole days in UTC, both included; without one the range is open at that end. */
const range = { from: Type.Optional(CalendarDate()), to: Type.Optional(CalendarDate()) }

/** Most rows of a statement. */
export const STATEMENT_MAX_ROWS = 20_000

export const transactions = {
  list: get('/user/transactions', {
    summary: 'A page of the transactions, newest first',
    access: 'investor',
    query: Type.Object({
      ...filters,
      ...range,
      search: SearchText(),
      include: Type.Optional(
        OneOf(['balance', 'details'], {
          description: '`details`: the balance, and of distributions how they were computed',
        }),
      ),
      ...offsetPage,
    }),
    response: TransactionPage,
  }),
  read: get('/user/transactions/:id', {
    summary: 'One transaction with its balance, and of a distribution how it was computed',
    access: 'investor',
    params: Type.Object({ id: Id() }),
    response: Type.Object({ transaction: Transaction }),
  }),
  summary: get('/user/transactions/summary', {
    summary: 'Sums over the completed transactions, and the count of all',
    access: 'investor',
    response: Type.Object({ summary: TransactionSummary }),
  }),
  exportCsv: get('/user/transactions/export', {
    summary: 'The transactions as a CSV file (RFC 4180), newest first, streamed',
    access: 'investor',
    limit: 'export',
    query: Type.Object({ ...filters, ...range, search: SearchText(), ...tableQuery }),
    response: { raw: CSV_TYPE },
    headers: { [TOTAL_COUNT]: 'Transactions in the file' },
  }),
  statement: get('/user/transactions/statement', {
    summary: `A statement of a range of days as a PDF file, oldest first; at most ${STATEMENT_MAX_ROWS} transactions`,
    access: 'investor',
    limit: 'export',
    query: Type.Object(range),
    response: { raw: 'application/pdf' },
    headers: { [TOTAL_COUNT]: 'Transactions in the file' },
  }),
  rangeStatement: get('/user/statement', {
    summary: 'The same statement, beside the yearly one',
    access: 'investor',
    limit: 'export',
    query: Type.Object(range),
    response: { raw: 'application/pdf' },
    headers: { [TOTAL_COUNT]: 'Transactions in the file' },
  }),
  cashCsv: get('/user/statement/csv', {
    summary: `What moved the cash in a range of days as a CSV file (RFC 4180), oldest first: completed transactions and movements of units, from the opening cash on; at most ${STATEMENT_MAX_ROWS} transactions`,
    access: 'investor',
    limit: 'export',
    query: Type.Object({ ...range, ...tableQuery }),
    response: { raw: CSV_TYPE },
    headers: { [TOTAL_COUNT]: 'Rows in the file' },
  }),
  yearlyStatement: get('/user/statement/yearly', {
    summary: 'The statement of a calendar year, of the current one until today',
    access: 'investor',
    limit: 'export',
    query: Type.Object({
      year: Type.Optional(
        Type.Integer({
          minimum: 2000,
          maximum: 9999,
          examples: [2026],
          description: 'Without one, the current year',
        }),
      ),
    }),
    response: { raw: 'application/pdf' },
    headers: { [TOTAL_COUNT]: 'Transactions in the file' },
  }),
}
