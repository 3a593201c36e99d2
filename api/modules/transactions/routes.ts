import { Elysia } from 'elysia'
import { transactions } from '#contract/transactions'
import { serve } from '#plugins/serve'
import { readPage, summarise } from './service.ts'

/** The history of an investor. */
export const transactionRoutes = () =>
  new Elysia({ name: 'transactions' })
    .use(serve(transactions.list, ({ caller, query }) => readPage(caller.id, query)))
    .use(serve(transactions.summary, async ({ caller }) => ({ summary: await summarise(caller.id) })))
