import type { Caller } from '#common/access-token'
import { toActor } from '#common/audit-actor'
import type { GeneratedFile } from '#common/file-types'
import { adminTransactions } from '#contract/admin-transactions'
import { transactions } from '#contract/transactions'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { recordAccountEvent } from '#modules/account-activity/account-events'
import { signIssuedFile } from '#modules/proof/sign-issued-file'
import { getClient } from '#modules/session/request-client'
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
import { exportCash } from './cash-export.ts'
import {
  createStatementPdf,
  createYearlyStatementPdf,
  exportTransactions,
  getCurrentYear,
  getInvestorTransaction,
  getTransactionSummary,
  listInvestorTransactions,
} from './statements.ts'

/** The date range of a statement in words. */
function daysOf({ from, to }: { from?: string; to?: string }): string {
  if (from && to) return `${from} to ${to}`
  return from ? `From ${from}` : to ? `Until ${to}` : 'All dates'
}

/** Signs a statement, and records its download in the account activity. */
async function issueStatement(
  call: { caller: Caller; address: string; request: Request },
  statement: Promise<GeneratedFile>,
  period: string,
): Promise<GeneratedFile> {
  const file = await signIssuedFile(statement)
  await recordAccountEvent(call.caller.id, getClient(call), { kind: 'statement_downloaded', detail: period })
  return file
}

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
  serveExport(transactions.downloadStatement, 'statement', (call) =>
    issueStatement(call, createStatementPdf(call.caller.id, call.query), daysOf(call.query)),
  ),
  serveExport(transactions.downloadRangeStatement, 'statement', (call) =>
    issueStatement(call, createStatementPdf(call.caller.id, call.query), daysOf(call.query)),
  ),
  serveExport(transactions.exportCash, 'cash', ({ caller, query }) => exportCash(caller.id, query)),
  serveExport(
    transactions.downloadYearlyStatement,
    'statement',
    (call) => {
      const year = call.query.year ?? getCurrentYear()
      return issueStatement(call, createYearlyStatementPdf(call.caller.id, year), String(year))
    },
    ({ query }) => String(query.year ?? getCurrentYear()),
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
