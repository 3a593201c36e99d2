import { Elysia } from 'elysia'
import { TOTAL_COUNT } from '#contract/call'
import { transactions } from '#contract/transactions'
import { sendFileStream } from '#plugins/file-stream'
import { serve } from '#plugins/serve'
import { exportTransactions, readPage, summarise, writeStatement } from './service.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

/** The history of an investor, on the screen and as files. */
export const transactionRoutes = () =>
  new Elysia({ name: 'transactions' })
    .use(serve(transactions.list, ({ caller, query }) => readPage(caller.id, query)))
    .use(serve(transactions.summary, async ({ caller }) => ({ summary: await summarise(caller.id) })))
    .use(
      serve(transactions.exportCsv, async ({ caller, query, log, requestId }) => {
        const { rows, chunks } = await exportTransactions(caller.id, query)
        return sendFileStream(
          {
            type: 'text/csv; charset=utf-8',
            name: `transactions-${today()}.csv`,
            chunks,
            headers: { [TOTAL_COUNT]: String(rows) },
          },
          (error) => log.error({ err: error, request_id: requestId }, 'an export broke off'),
        )
      }),
    )
    .use(
      serve(transactions.statement, async ({ caller, query, log, requestId }) => {
        const { rows, chunks } = await writeStatement(caller.id, query)
        return sendFileStream(
          {
            type: 'application/pdf',
            name: `statement-${today()}.pdf`,
            chunks,
            headers: { [TOTAL_COUNT]: String(rows) },
          },
          (error) => log.error({ err: error, request_id: requestId }, 'a statement broke off'),
        )
      }),
    )
