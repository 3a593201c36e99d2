import { Elysia } from 'elysia'
import { pages } from '#contract/pages'
import { serve } from '#plugins/serve'
import { readDocsPage, readLegalPage } from './service.ts'

/** Documentation and legal pages, from the same MDX as the site. */
export const pageRoutes = () =>
  new Elysia({ name: 'pages' })
    .use(serve(pages.docs, ({ params }) => readDocsPage(params.slug)))
    .use(serve(pages.legal, ({ params }) => readLegalPage(params.slug)))
