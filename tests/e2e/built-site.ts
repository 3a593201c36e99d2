import { readFileSync } from 'node:fs'
import { type SiteManifest, siteAddress } from '#contract/site-manifest'

const { files } = JSON.parse(readFileSync('dist/server/site.json', 'utf8')) as SiteManifest

/** Every page of the built site, with its URL; the 404 views too. */
export const builtPages = files
  .filter(({ path }) => path.endsWith('.html'))
  .map(({ path }) => ({ path, address: siteAddress(path) }))
