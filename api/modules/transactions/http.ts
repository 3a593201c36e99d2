import type { Caller } from '#common/access-token'
import { actorOf } from '#common/actor'
import type { RowsFile } from '#common/files'
import { adminTransactions } from '#contract/admin-transactions'
import { transactions } from '#contract/transactions'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { recordAccountEvent } from '#modules/account-activity/activity'
import { issueFile } from '#modules/proof/issued-files'
import { clientOf } from '#modules/session/http-client'
import {
  exportAllTransactions,
  exportTransactionsOf,
  listAllTransactions,
  listTransactions,
} from './admin-listing.ts'
import { createTransaction, deleteTransaction, readTransaction, updateTransaction } from './admin-service.ts'
import { exportCash } from './cash-export.ts'
import {
  currentYear,
  exportTransactions,
  readHistory,
  readOwnTransaction,
  summarise,
  writeStatement,
  writeYearlyStatement,
} from './service.ts'

/** The days of a statement in words. */
function daysOf({ from, to }: { from?: string; to?: string }): string {
  if (from && to) return `${from} to ${to}`
  return from ? `From ${from}` : to ? `Until ${to}` : 'All days'
}

/** Signs a statement, and notes its download among the activity of the account. */
async function issueStatement(
  call: { caller: Caller; address: string; request: Request },
  statement: Promise<RowsFile>,
  period: string,
): Promise<RowsFile> {
  const file = await issueFile(statement)
  await recordAccountEvent(call.caller.id, clientOf(call), { kind: 'statement_downloaded', detail: period })
  return file
}

/** The transactions of an investor, on screen and as files. */
export const transactionRoutes = () => [
  serve(transactions.list, ({ caller, query }) => readHistory(caller.id, query)),
  serve(transactions.read, async ({ caller, params }) => ({
    transaction: await readOwnTransaction(caller.id, params.id),
  })),
  serve(transactions.summary, async ({ caller }) => ({ summary: await summarise(caller.id) })),
  serveExport(transactions.exportCsv, 'transactions', ({ caller, query }) =>
    exportTransactions(caller.id, query),
  ),
  serveExport(transactions.statement, 'statement', (call) =>
    issueStatement(call, writeStatement(call.caller.id, call.query), daysOf(call.query)),
  ),
  serveExport(transactions.rangeStatement, 'statement', (call) =>
    issueStatement(call, writeStatement(call.caller.id, call.query), daysOf(call.query)),
  ),
  serveExport(transactions.cashCsv, 'cash', ({ caller, query }) => exportCash(caller.id, query)),
  serveExport(
    transactions.yearlyStatement,
    'statement',
    (call) => {
      const year = call.query.year ?? currentYear()
      return issueStatement(call, writeYearlyStatement(call.caller.id, year), String(year))
    },
    ({ query }) => String(query.year ?? currentYear()),
  ),
]

/** The transactions of any investor. */
export const transactionAdmin = () => [
  serve(adminTransactions.all, ({ query }) => listAllTransactions(query)),
  serveExport(adminTransactions.exportAll, 'transactions', ({ query }) => exportAllTransactions(query)),
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
    await deleteTransaction(call.params.id, call.body ?? {}, actorOf(call))
    return { success: true as const }
  }),
  serveExport(
    adminTransactions.exportCsv,
    ({ params }) => `transactions-of-user-${params.id}`,
    ({ params, query }) => exportTransactionsOf(params.id, query),
  ),
]
