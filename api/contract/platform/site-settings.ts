import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get } from '#contract/endpoint'
import { StringEnum } from '#contract/schema-builders'
import { dateFormats } from '#shared/enums/site'

export const SiteSettings = Type.Object({
  site_name: Type.String(),
  site_description: Type.String(),
  primary_color: Type.String({ examples: ['#f97316'] }),
  secondary_color: Type.String({ examples: ['#ea580c'] }),
  company_address: Type.String(),
  date_format: StringEnum(dateFormats),
})
export type SiteSettings = Static<typeof SiteSettings>

/**
 * The panel promises that a page opened half a minute after a change shows it: the sum of the two values is the maximum
 * age of a copy shown by a browser.
 */
const cache = { maxAge: 10, staleWhileRevalidate: 20 }

export const siteSettings = {
  get: get('/settings', {
    summary: 'The public site settings',
    access: 'public',
    response: SiteSettings,
    cache,
  }),
  theme: get('/theme.css', {
    summary: 'Site colors as a style sheet',
    access: 'public',
    response: { raw: 'text/css; charset=utf-8' },
    cache,
  }),
}
