import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, post } from '#contract/endpoint'
import { CalendarDate, Slug } from '#contract/schema-builders'

export const LegalPage = Type.Object({
  slug: Type.String(),
  title: Type.String(),
  content: Type.String({ description: 'HTML of the page, without its title' }),
  last_updated: CalendarDate(),
})
export type LegalPage = Static<typeof LegalPage>

export const DocsPage = Type.Object({ ...LegalPage.properties, description: Type.String() })
export type DocsPage = Static<typeof DocsPage>

/** The random name under which a browser votes: at least 128 bits in URL-safe characters. */
export const READER_ID_PATTERN = '^[A-Za-z0-9_-]{22,64}$'

export const PageVote = Type.Object({
  helpful: Type.Boolean(),
  reader: Type.String({
    pattern: READER_ID_PATTERN,
    errorMessage: 'The reader id is not sufficiently random',
    description: 'Random id stored in the browser; only a keyed hash of the id and page is stored',
    examples: ['AAAAAAAAAAAAAAAAAAAAAA'],
  }),
})
export type PageVote = Static<typeof PageVote>

export const PageVotes = Type.Object({
  helpful: Type.Integer({ minimum: 0, description: 'Readers who found the page helpful' }),
  not_helpful: Type.Integer({ minimum: 0, description: 'Readers who did not find the page helpful' }),
})
export type PageVotes = Static<typeof PageVotes>

const cache = { maxAge: 300, staleWhileRevalidate: 3600 }
const params = Type.Object({ slug: Slug() })

export const pages = {
  getLegalPage: get('/legal/:slug', {
    summary: 'A legal page as HTML',
    access: 'public',
    params,
    response: LegalPage,
    cache,
  }),
  getDocsPage: get('/docs/:slug', {
    summary: 'A documentation page as HTML',
    access: 'public',
    params,
    response: DocsPage,
    cache,
  }),
  getVotes: get('/docs/:slug/votes', {
    summary: 'Helpfulness votes for a documentation page',
    access: 'public',
    params,
    response: PageVotes,
    problems: ['not_found'],
  }),
  createVote: post('/docs/:slug/votes', {
    summary: 'Vote on a documentation page; a second vote by the same reader replaces the first',
    access: 'public',
    limit: 'page_vote',
    params,
    body: PageVote,
    response: PageVotes,
    problems: ['not_found'],
  }),
}
