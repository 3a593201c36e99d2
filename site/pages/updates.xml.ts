import { getCollection } from 'astro:content'
import rss from '@astrojs/rss'
import type { APIRoute } from 'astro'
import { brandName } from '#shared/brand'

/** Updates for investors as a feed. */
export const GET: APIRoute = async ({ site }) => {
  const updates = (await getCollection('updates')).sort((a, b) => b.data.date.localeCompare(a.data.date))
  return rss({
    title: `${brandName}: updates for investors`,
    description: 'Changes to the platform and its documents, newest first.',
    site: site ?? '',
    trailingSlash: false,
    items: updates.map(({ id, data, rendered }) => ({
      title: data.title,
      description: data.summary,
      pubDate: new Date(`${data.date}T00:00:00Z`),
      link: `/docs/investor-relations#${id}`,
      ...(data.kind && { categories: [data.kind] }),
      ...(rendered && { content: rendered.html }),
    })),
    customData: '<language>en</language>',
  })
}
