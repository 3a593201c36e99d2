import type { Caller } from '#common/access-token'
import type { GeneratedFile } from '#common/file-types'
import { transactions } from '#contract/cash/transactions'
import { serveExport } from '#http/export/serve-export'
import { signIssuedFile } from '#modules/holdings/proof/sign-issued-file'
import { recordAccountEvent } from '#modules/identity/account-activity/account-events'
import { getClient } from '#modules/identity/session/request-client'
import { exportCash } from './cash-export.ts'
import { createStatementPdf, createYearlyStatementPdf, getCurrentYear } from './statements.ts'

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

/** An investor's statements as files. */
export const statementRoutes = () => [
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
