import { actorOf } from '#common/actor'
import { adminTransactions } from '#contract/admin-transactions'
import { transactions } from '#contract/transactions'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { issueFile } from '#modules/proof/issued-files'
import {
  createTransaction,
  deleteTransaction,
  exportTransactionsOf,
  listTransactions,
  readTransaction,
  updateTransaction,
} from './admin-service.ts'
import { exportCash } from './cash-export.ts'
import {
  currentYear,
  exportTransactions,
  readHistory,
  summarise,
  writeStatement,
  writeYearlyStatement,
} from './service.ts'

/** The transactions of an investor, on screen and as files. */
export const transactionRoutes = () => [
  serve(transactions.list, ({ caller, query }) => readHistory(caller.id, query)),
  serve(transactions.summary, async ({ caller }) => ({ summary: await summarise(caller.id) })),
  serveExport(transactions.exportCsv, 'transactions', ({ caller, query }) =>
    exportTransactions(caller.id, query),
  ),
  serveExport(transactions.statement, 'statement', ({ caller, query }) =>
    issueFile(writeStatement(caller.id, query)),
  ),
  serveExport(transactions.rangeStatement, 'statement', ({ caller, query }) =>
    issueFile(writeStatement(caller.id, query)),
  ),
  serveExport(transactions.cashCsv, 'cash', ({ caller, query }) => exportCash(caller.id, query)),
  serveExport(
    transactions.yearlyStatement,
    'statement',
    ({ caller, query }) => issueFile(writeYearlyStatement(caller.id, query.year)),
    ({ query }) => String(query.year ?? currentYear()),
  ),
]

/** The transactions of any investor. */
export const transactionAdmin = () => [
  serve(adminTransactions.list, ({ params, query }) => listTransactions(params.id, query)),
  serve(adminTransactions.create, async (call) => ({
    transaction: await createTransaction(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminTransactions.read, async ({ params }) => ({
    transaction: await readTransaction(params.id),
  })),
  serve(adminTransactions.update, async (call) => ({
    transaction: await updateTransaction(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminTransactions.remove, async (call) => {
    await deleteTransaction(call.params.id, actorOf(call))
    return { success: true as const }
  }),
  serveExport(
    adminTransactions.exportCsv,
    ({ params }) => `transactions-of-user-${params.id}`,
    ({ params, query }) => exportTransactionsOf(params.id, query),
  ),
]
