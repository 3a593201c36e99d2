import { pages } from '#contract/pages'
import { serve } from '#http/pipeline/serve'
import { readDocsPage, readLegalPage } from './service.ts'

/** Documentation and legal pages, from the same MDX as the site. */
export const pageRoutes = () => [
  serve(pages.docs, ({ params }) => readDocsPage(params.slug)),
  serve(pages.legal, ({ params }) => readLegalPage(params.slug)),
]
