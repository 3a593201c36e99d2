import { pages } from '#contract/pages'
import { serve } from '#http/pipeline/serve'
import { readDocsPage, readLegalPage } from './service.ts'
import { readVotes, storeVote } from './votes.ts'

/** Documentation and legal pages, from the same MDX as the site, and what readers think of them. */
export const pageRoutes = () => [
  serve(pages.docs, ({ params }) => readDocsPage(params.slug)),
  serve(pages.votes, ({ params }) => readVotes(params.slug)),
  serve(pages.vote, ({ params, body }) => storeVote(params.slug, body)),
  serve(pages.legal, ({ params }) => readLegalPage(params.slug)),
]
