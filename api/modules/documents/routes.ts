import { Elysia } from 'elysia'
import { documents } from '#contract/documents'
import { serveShared } from '#plugins/serve-shared'
import { listPublicDocuments } from './service.ts'

/** Seen at once when it is announced; else a change is seen this soon, in milliseconds. */
const freshFor = 2_000

/** The uploads that everybody may read. */
export const documentRoutes = () =>
  new Elysia({ name: 'documents' }).use(
    serveShared(documents.list, async () => ({ documents: await listPublicDocuments() }), {
      freshFor,
      madeOf: 'documents',
    }),
  )
