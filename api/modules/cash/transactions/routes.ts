import { toActor } from '#common/audit-actor'
import { adminTransactions } from '#contract/cash/admin-transactions'
import { transactions } from '#contract/cash/transactions'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import {
  exportAllTransactions,
  exportTransactionsOf,
  listAllTransactions,
  listTransactions,
} from './admin-transaction-list.ts'
import {
  createTransaction,
  deleteTransaction,
  getTransaction,
  updateTransaction,
} from './admin-transactions.ts'
import { exportTransactions } from './transaction-export.ts'
import { getInvestorTransaction, listInvestorTransactions } from './transaction-history.ts'
import { getTransactionSummary } from './transaction-summary.ts'

/** An investor's transactions, on screen and as files. */
export const transactionRoutes = () => [
  serveEndpoint(transactions.list, ({ caller, query }) => listInvestorTransactions(caller.id, query)),
  serveEndpoint(transactions.get, async ({ caller, params }) => ({
    transaction: await getInvestorTransaction(caller.id, params.id),
  })),
  serveEndpoint(transactions.getSummary, async ({ caller }) => ({
    summary: await getTransactionSummary(caller.id),
  })),
  serveExport(transactions.exportCsv, 'transactions', ({ caller, query }) =>
    exportTransactions(caller.id, query),
  ),
]

/** The transactions of any investor. */
export const transactionAdmin = () => [
  serveEndpoint(adminTransactions.listAll, ({ query }) => listAllTransactions(query)),
  serveExport(adminTransactions.exportAll, 'transactions', ({ query }) => exportAllTransactions(query)),
  serveEndpoint(adminTransactions.list, ({ params, query }) => listTransactions(params.id, query)),
  serveEndpoint(adminTransactions.create, async (call) => ({
    transaction: await createTransaction(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminTransactions.get, async ({ params }) => ({
    transaction: await getTransaction(params.id),
  })),
  serveEndpoint(adminTransactions.update, async (call) => ({
    transaction: await updateTransaction(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminTransactions.delete, async (call) => {
    await deleteTransaction(call.params.id, call.body ?? {}, toActor(call))
    return { success: true as const }
  }),
  serveExport(
    adminTransactions.exportCsv,
    ({ params }) => `transactions-of-user-${params.id}`,
    ({ params, query }) => exportTransactionsOf(params.id, query),
  ),
]
