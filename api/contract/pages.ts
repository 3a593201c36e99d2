import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get } from './endpoint.ts'
import { CalendarDate, Slug } from './schema.ts'

export const LegalPage = Type.Object({
  slug: Type.String(),
  title: Type.String(),
  content: Type.String({ description: 'HTML of the page, without its title' }),
  last_updated: CalendarDate(),
})
export type LegalPage = Static<typeof LegalPage>

export const DocsPage = Type.Object({ ...LegalPage.properties, description: Type.String() })
export type DocsPage = Static<typeof DocsPage>

const cache = { maxAge: 300, staleWhileRevalidate: 3600 }
const params = Type.Object({ slug: Slug() })

export const pages = {
  legal: get('/legal/:slug', {
    summary: 'A legal page as HTML',
    access: 'public',
    params,
    response: LegalPage,
    cache,
  }),
  docs: get('/docs/:slug', {
    summary: 'A documentation page as HTML',
    access: 'public',
    params,
    response: DocsPage,
    cache,
  }),
}
