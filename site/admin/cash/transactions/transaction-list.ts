import {
  adminTransactions,
  type InvestorTransactionListItem,
  type TransactionTotals,
} from '#contract/cash/admin-transactions'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { parseDecimal } from '#core/format/parse-decimal'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'

/** A row of the list; it includes the investor if the list covers all investors. */
export type ListRow = Omit<InvestorTransactionListItem, 'user_name'> & { user_name?: string }

/** Sent with a page of all investors' transactions: the totals of all matches. */
const totals = new WeakMap<readonly ListRow[], TransactionTotals>()

/** The totals of all matching rows, sent with a page. */
export const getTransactionTotals = (rows: readonly ListRow[]): TransactionTotals | undefined =>
  totals.get(rows)

/** A number as the server accepts it; anything else is sent unchanged and rejected with a message. */
const amountOf = (typed: string | undefined) => (typed ? (parseDecimal(typed) ?? typed) : undefined)

/** API names of the filters that exist only for all investors' transactions. */
const amounts = ({ min, max }: Partial<Record<'min' | 'max', string | undefined>>) => ({
  min_amount: amountOf(min),
  max_amount: amountOf(max),
})

/** The transactions of the user in the URL, newest first; all investors' if no user is selected. */
export const transactionList = createAdminList<
  ListRow,
  'transaction_date' | 'amount',
  {
    user: ''
    type: readonly ['', ...typeof transactionTypes]
    status: readonly ['', ...typeof transactionStatuses]
    from: ''
    to: ''
    min: ''
    max: ''
  }
>({
  name: 'transactions',
  topics: ['transactions'],
  sorts: ['-transaction_date', 'amount'],
  filters: {
    user: '',
    type: ['', ...transactionTypes],
    status: ['', ...transactionStatuses],
    from: '',
    to: '',
    min: '',
    max: '',
  },
  whose: 'user',
  read: async ({ user, min, max, ...query }) => {
    const id = parseUserId(user ?? '')
    if (id !== undefined) {
      const { transactions, pagination } = await callAdminApi(adminTransactions.list, {
        params: { id },
        query,
      })
      return { rows: transactions, pagination }
    }
    const page = await callAdminApi(adminTransactions.listAll, {
      query: { ...query, ...amounts({ min, max }) },
    })
    totals.set(page.transactions, page.totals)
    return { rows: page.transactions, pagination: page.pagination }
  },
  save: ({ user, min, max, ...query }, options) => {
    const id = parseUserId(user ?? '')
    const file = { ...options, name: 'transactions.csv' }
    return id === undefined
      ? downloadAsAdmin(adminTransactions.exportAll, { query: { ...query, ...amounts({ min, max }) } }, file)
      : downloadAsAdmin(adminTransactions.exportCsv, { params: { id }, query }, file)
  },
})

/** The panel query that shows one row in the list of all investors. */
export const getTransactionLocation = (id: number): string => `?d=transactions&search=%23${id}`

/** The panel query that shows one row in its investor's ledger. */
export const getLedgerLocation = ({ id, user_id }: Pick<ListRow, 'id' | 'user_id'>): string =>
  `?d=transactions&user=${user_id}&search=%23${id}`
