import { Elysia } from 'elysia'
import { documents } from '#contract/documents'
import { serveShared } from '#plugins/serve'
import { listPublicDocuments } from './service.ts'

/** An upload, or its withdrawal, is seen this soon, in milliseconds, by every instance. */
const freshFor = 2_000

/** The uploads that everybody may read. */
export const documentRoutes = () =>
  new Elysia({ name: 'documents' }).use(
    serveShared(documents.list, async () => ({ documents: await listPublicDocuments() }), { freshFor }),
  )
