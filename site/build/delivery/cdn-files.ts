/**
 * `_headers` and `_redirects`, as Netlify reads them and, but for the proxied lines, Cloudflare Pages:
 * with them the built folder behaves on a CDN as it does behind our server.
 */
import { join } from 'node:path'
import { type SiteManifest, siteAddress, siteCacheControl } from '#contract/site-manifest'
import { writeInto } from './files.ts'

/** Stands in `_redirects` for the server's origin when the build was not told it. */
const PLACEHOLDER = 'https://API_ORIGIN'

/** Cloudflare Pages ignores a longer line without a word. */
const LONGEST_LINE = 2000

/** Folders whose files never change under their name. */
const immutableFolders = [
  '/_astro/*',
  '/previews/*',
  '/reference/*',
  '/pagefind/fragment/*',
  '/pagefind/index/*',
]

/** The text of `_headers`. Throws when a line is too long to be honoured everywhere. */
export function headersFile({ headers }: Pick<SiteManifest, 'headers'>): string {
  const lines = [
    '/*',
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ...immutableFolders.flatMap((folder) => [
      folder,
      `  Cache-Control: ${siteCacheControl({ immutable: true, type: '' })}`,
    ]),
  ]
  const long = lines.find((line) => line.length > LONGEST_LINE)
  if (long) throw new Error(`_headers: a line of ${long.length} characters: ${long.slice(0, 60)}…`)
  return `${lines.join('\n')}\n`
}

/** The text of `_redirects`; the first line that fits an address wins. */
export function redirectsFile(
  { redirects, fallbacks }: Pick<SiteManifest, 'redirects' | 'fallbacks'>,
  apiOrigin: string = PLACEHOLDER,
): string {
  const proxied = ['/api/*', '/documents/uploads/*', '/:secret/admin', '/:secret/admin/*']
  return [
    ...redirects.map(({ from, to, status }) => `${from} ${to} ${status}`),
    '/admin/* /404 404',
    ...proxied.map((path) => `${path} ${apiOrigin}${path.replace('*', ':splat')} 200`),
    ...fallbacks.map(({ from, path, status }) => `${from} ${siteAddress(path)} ${status}`),
    '',
  ].join('\n')
}

/** Writes both files into the built site. */
export async function writeCdnFiles(site: string, manifest: SiteManifest, apiOrigin?: string): Promise<void> {
  await writeInto(join(site, '_headers'), headersFile(manifest))
  await writeInto(join(site, '_redirects'), redirectsFile(manifest, apiOrigin))
}
