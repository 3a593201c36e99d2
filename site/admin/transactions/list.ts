import { adminTransactions, type ListedTransaction } from '#contract/admin-transactions'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { createList, emptyPage } from '#site/admin/list/list.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'

/** The transactions of the user in the URL, newest first; empty while no user is chosen. */
export const transactionList = createList<
  ListedTransaction,
  'transaction_date' | 'amount',
  {
    user: ''
    type: readonly ['', ...typeof transactionTypes]
    status: readonly ['', ...typeof transactionStatuses]
    from: ''
    to: ''
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
  },
  whose: 'user',
  read: async ({ user, ...query }) => {
    const id = readUserId(user ?? '')
    if (id === undefined) return emptyPage
    const { transactions, pagination } = await callAdmin(adminTransactions.list, { params: { id }, query })
    return { rows: transactions, pagination }
  },
  // Without a chosen user no button to save is shown.
  save: ({ user, ...query }, options) =>
    downloadAdminFile(
      adminTransactions.exportCsv,
      { params: { id: readUserId(user ?? '') ?? 0 }, query },
      { ...options, name: 'transactions.csv' },
    ),
})
