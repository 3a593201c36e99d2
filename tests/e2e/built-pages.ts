import { readFileSync } from 'node:fs'
import { getSitePath, type SiteManifest } from '#contract/site-manifest'

const { files, series } = JSON.parse(readFileSync('dist/server/site.json', 'utf8')) as SiteManifest

/** Every HTML file of the built site, with its URL. */
export const builtFiles = files
  .filter(({ path }) => path.endsWith('.html'))
  .map(({ path }) => ({ path, address: getSitePath(path) }))

/** Every page of the built site, with its URL, including the 404 views but not the page shared by many series. */
export const builtPages = builtFiles.filter(({ path }) => path !== series?.path)

/** Every page in the sitemap, and others read by visitors. */
export const describedPages = [
  ...[...readFileSync('dist/site/sitemap-0.xml', 'utf8').matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, location]) => new URL(location ?? '').pathname,
  ),
  '/docs/privacy-policy',
  '/access/login',
]
