import rss from '@astrojs/rss'
import type { APIRoute } from 'astro'
import { brandName } from '#shared/brand'
import { getSeriesUrl, listSeries, type Series } from '#site/content/series.ts'

export async function getStaticPaths() {
  return (await listSeries()).map((series) => ({ params: { code: series.code }, props: { series } }))
}

/** The updates of one series as a feed. */
export const GET: APIRoute<{ series: Series }> = ({ site, props }) => {
  const { code, data } = props.series
  return rss({
    title: `${brandName}: updates on ${data.symbol}, illustrative`,
    description: data.summary,
    site: site ?? '',
    trailingSlash: false,
    items: data.updates.map(({ id, date, title, text }) => ({
      title,
      description: text,
      pubDate: new Date(`${date}T00:00:00Z`),
      link: `${getSeriesUrl(code)}#update-${id}`,
    })),
    customData: '<language>en</language>',
  })
}
