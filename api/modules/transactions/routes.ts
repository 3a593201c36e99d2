import { Elysia } from 'elysia'
import { transactions } from '#contract/transactions'
import { serve } from '#plugins/serve'
import { serveExport } from '#plugins/serve-export'
import { exportTransactions, readPage, summarise, writeStatement } from './service.ts'

/** The history of an investor, on the screen and as files. */
export const transactionRoutes = () =>
  new Elysia({ name: 'transactions' })
    .use(serve(transactions.list, ({ caller, query }) => readPage(caller.id, query)))
    .use(serve(transactions.summary, async ({ caller }) => ({ summary: await summarise(caller.id) })))
    .use(
      serveExport(transactions.exportCsv, 'transactions', ({ caller, query }) =>
        exportTransactions(caller.id, query),
      ),
    )
    .use(
      serveExport(transactions.statement, 'statement', ({ caller, query }) =>
        writeStatement(caller.id, query),
      ),
    )
