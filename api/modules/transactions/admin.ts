import { Elysia } from 'elysia'
import { adminTransactions } from '#contract/admin-transactions'
import { TOTAL_COUNT } from '#contract/call'
import { actorOf } from '#plugins/actor'
import { sendFileStream } from '#plugins/file-stream'
import { serve } from '#plugins/serve'
import {
  createTransaction,
  deleteTransaction,
  exportTransactionsOf,
  listTransactions,
  readTransaction,
  updateTransaction,
} from './admin-service.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

/** The transactions of any investor. */
export const transactionAdmin = () =>
  new Elysia({ name: 'transaction-admin' })
    .use(serve(adminTransactions.list, ({ params, query }) => listTransactions(params.id, query)))
    .use(
      serve(adminTransactions.create, async (call) => ({
        transaction: await createTransaction(call.params.id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminTransactions.read, async ({ params }) => ({
        transaction: await readTransaction(params.id),
      })),
    )
    .use(
      serve(adminTransactions.update, async (call) => ({
        transaction: await updateTransaction(call.params.id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminTransactions.remove, async (call) => {
        await deleteTransaction(call.params.id, actorOf(call))
        return { success: true as const }
      }),
    )
    .use(
      serve(adminTransactions.exportCsv, async ({ params, query, log, requestId }) => {
        const { rows, chunks } = await exportTransactionsOf(params.id, query)
        return sendFileStream(
          {
            type: adminTransactions.exportCsv.answer.raw,
            name: `transactions-of-user-${params.id}-${today()}.csv`,
            chunks,
            headers: { [TOTAL_COUNT]: String(rows) },
          },
          (error) => log.error({ err: error, request_id: requestId }, 'an export broke off'),
        )
      }),
    )
