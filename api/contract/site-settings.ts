import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { dateFormats } from '#shared/enums/site'
import { get } from './endpoint.ts'
import { OneOf } from './schema.ts'

export const SiteSettings = Type.Object({
  site_name: Type.String(),
  site_description: Type.String(),
  primary_color: Type.String({ examples: ['#f97316'] }),
  secondary_color: Type.String({ examples: ['#ea580c'] }),
  company_address: Type.String(),
  date_format: OneOf(dateFormats),
})
export type SiteSettings = Static<typeof SiteSettings>

/**
 * The panel promises that a page opened half a minute after a change shows it: the two seconds together are the
 * age of the oldest copy that a browser may show.
 */
const cache = { maxAge: 10, staleWhileRevalidate: 20 }

export const siteSettings = {
  read: get('/settings', {
    summary: 'The public site settings',
    access: 'public',
    response: SiteSettings,
    cache,
  }),
  theme: get('/theme.css', {
    summary: 'The colours of the site settings as a style sheet',
    access: 'public',
    response: { raw: 'text/css; charset=utf-8' },
    cache,
  }),
}
