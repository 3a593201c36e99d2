import { pages } from '#contract/catalog/pages'
import { siteSettings } from '#contract/platform/site-settings'
import { renderThemeCss } from '#contract/platform/theme'
import { serveCached } from '#http/cache/serve-cached'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { hasRealSeries } from '#modules/catalog/series/series-service'
import { getSiteSettings } from '#modules/platform/settings/site-settings'
import { getDocsPage, getLegalPage } from './content-pages.ts'
import { getPageVotes, savePageVote } from './page-votes.ts'

/** A change of the settings is announced; if the announcement is lost, it shows after this many milliseconds. */
const maxAgeMs = 2_000

/** The colors, and whether the prebuilt pages still show the demonstration banner. */
const readTheme = async () =>
  renderThemeCss(await getSiteSettings(), { isDemonstration: !(await hasRealSeries()) })

/** The style sheet of the prebuilt pages, documentation and legal pages, from the same MDX as the site, and what readers think of them. */
export const pageRoutes = () => [
  serveCached(siteSettings.theme, readTheme, { maxAgeMs, cacheTopic: 'settings' }),
  serveEndpoint(pages.getDocsPage, ({ params }) => getDocsPage(params.slug)),
  serveEndpoint(pages.getVotes, ({ params }) => getPageVotes(params.slug)),
  serveEndpoint(pages.createVote, ({ params, body }) => savePageVote(params.slug, body)),
  serveEndpoint(pages.getLegalPage, ({ params }) => getLegalPage(params.slug)),
]
