import { type AnyTransaction, adminTransactions, type TransactionTotals } from '#contract/admin-transactions'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { readDecimal } from '#core/format/decimal'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { createList } from '#site/admin/list/list.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'

/** A row of the list: the investor is named where the list has those of everybody. */
export type ListRow = Omit<AnyTransaction, 'user_name'> & { user_name?: string }

/** Sent with a page of everybody's: the sums of all that match. */
const totals = new WeakMap<readonly ListRow[], TransactionTotals>()

/** The sums of all matching rows, sent with a page of those of everybody. */
export const totalsOf = (rows: readonly ListRow[]): TransactionTotals | undefined => totals.get(rows)

/** A number as the server takes it; what is none is sent as it is, and refused in words. */
const amountOf = (typed: string | undefined) => (typed ? (readDecimal(typed) ?? typed) : undefined)

/** The filters that only the list of everybody has, as the API names them. */
const amounts = ({ min, max }: Partial<Record<'min' | 'max', string | undefined>>) => ({
  min_amount: amountOf(min),
  max_amount: amountOf(max),
})

/** The transactions of the user in the URL, newest first; those of everybody while no user is chosen. */
export const transactionList = createList<
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
    const id = readUserId(user ?? '')
    if (id !== undefined) {
      const { transactions, pagination } = await callAdmin(adminTransactions.list, { params: { id }, query })
      return { rows: transactions, pagination }
    }
    const page = await callAdmin(adminTransactions.all, { query: { ...query, ...amounts({ min, max }) } })
    totals.set(page.transactions, page.totals)
    return { rows: page.transactions, pagination: page.pagination }
  },
  save: ({ user, min, max, ...query }, options) => {
    const id = readUserId(user ?? '')
    const file = { ...options, name: 'transactions.csv' }
    return id === undefined
      ? downloadAdminFile(
          adminTransactions.exportAll,
          { query: { ...query, ...amounts({ min, max }) } },
          file,
        )
      : downloadAdminFile(adminTransactions.exportCsv, { params: { id }, query }, file)
  },
})

/** The query of the panel that shows one row in the list of everybody. */
export const numberLocation = (id: number): string => `?d=transactions&search=%23${id}`

/** The query of the panel that shows one row in the ledger of its investor. */
export const ledgerLocation = ({ id, user_id }: Pick<ListRow, 'id' | 'user_id'>): string =>
  `?d=transactions&user=${user_id}&search=%23${id}`
