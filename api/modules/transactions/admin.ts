import { Elysia } from 'elysia'
import { adminTransactions } from '#contract/admin-transactions'
import { actorOf } from '#plugins/actor'
import { serve } from '#plugins/serve'
import { serveExport } from '#plugins/serve-export'
import {
  createTransaction,
  deleteTransaction,
  exportTransactionsOf,
  listTransactions,
  readTransaction,
  updateTransaction,
} from './admin-service.ts'

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
      serveExport(
        adminTransactions.exportCsv,
        ({ params }) => `transactions-of-user-${params.id}`,
        ({ params, query }) => exportTransactionsOf(params.id, query),
      ),
    )
