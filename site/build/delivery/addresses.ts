import type { SiteFallback, SiteRedirect } from '#plugins/site-manifest'

/** Addresses that lead to another one; the query goes along. */
export const redirects: SiteRedirect[] = [
  { from: '/dashboard', to: '/access/dashboard', status: 308 },
  { from: '/documents', to: '/access/documents', status: 308 },
  { from: '/access-platform', to: '/access/login', status: 308 },
  { from: '/contact', to: '/docs/help-support', status: 308 },
  { from: '/support', to: '/docs/help-support', status: 308 },
]

/** The investor area routes by itself; the two by-slug pages have a Page Not Found view of their own. */
export const fallbacks: SiteFallback[] = [
  { prefix: '/access/', path: 'access.html', status: 200 },
  { prefix: '/docs/', path: 'docs/404.html', status: 404 },
  { prefix: '/legal/', path: 'legal/404.html', status: 404 },
]
