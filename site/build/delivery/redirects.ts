import type { SiteFallback, SiteRedirect, SiteSeries } from '#contract/site-manifest'
import {
  accountPages,
  investorDetailPageNames,
  investorPageNames,
  recoveryPages,
} from '#core/browser/area-pages'

/** Redirected paths; the query is passed on. */
export const redirects: SiteRedirect[] = [
  { from: '/dashboard', to: '/access/dashboard', status: 308 },
  { from: '/documents', to: '/access/documents', status: 308 },
  { from: '/access-platform', to: '/access/login', status: 308 },
  { from: '/contact', to: '/docs/help-support', status: 308 },
  { from: '/support', to: '/docs/help-support', status: 308 },
]

/** The pages of the investor area start from one page; the by-slug routes have their own Page Not Found views. */
export const fallbacks: SiteFallback[] = [
  ...[...investorPageNames, ...recoveryPages, ...accountPages].map((page) => ({
    from: `/access/${page}`,
    path: 'access.html',
    status: 200 as const,
  })),
  ...investorDetailPageNames.map((page) => ({
    from: `/access/${page}/*`,
    path: 'access.html',
    status: 200 as const,
  })),
  { from: '/docs/*', path: 'docs/404.html', status: 404 },
  { from: '/legal/*', path: 'legal/404.html', status: 404 },
  // Snapshots are taken after the build: the server sends proof/snapshot.html for those that exist.
  { from: '/proof/*', path: 'proof/404.html', status: 404 },
  { from: '/tokens/*', path: 'tokens/404.html', status: 404 },
]

/** A series unknown to the build has the fallback page. */
export const series: SiteSeries = { prefix: '/tokens/', path: 'tokens/plain.html' }
