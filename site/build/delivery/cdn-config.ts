/**
 * `_headers` and `_redirects` for Netlify and, except for the proxied lines, Cloudflare Pages. With them, a CDN serves
 * the built folder as our server does.
 */
import { join } from 'node:path'
import { writeFileAtomic } from '#build/file-utils'
import { getSiteCacheControl, getSitePath, type SiteManifest } from '#contract/site-manifest'

/** Placeholder for the server's origin in `_redirects` if the build was given none. */
const PLACEHOLDER = 'https://API_ORIGIN'

/** Cloudflare Pages silently ignores longer lines. */
const LONGEST_LINE = 2000

/** Folders whose file names change with their content. */
const immutableFolders = [
  '/_astro/*',
  '/previews/*',
  '/reference/*',
  '/pagefind/fragment/*',
  '/pagefind/index/*',
]

/** The text of `_headers`. Throws if a line is too long for a CDN. */
export function headersFile({ headers }: Pick<SiteManifest, 'headers'>): string {
  const lines = [
    '/*',
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ...immutableFolders.flatMap((folder) => [
      folder,
      `  Cache-Control: ${getSiteCacheControl({ immutable: true, type: '' })}`,
    ]),
  ]
  const long = lines.find((line) => line.length > LONGEST_LINE)
  if (long) throw new Error(`_headers: a line of ${long.length} characters: ${long.slice(0, 60)}…`)
  return `${lines.join('\n')}\n`
}

/** The text of `_redirects`; the first line that matches a path applies. */
export function redirectsFile(
  { redirects, fallbacks, series }: Pick<SiteManifest, 'redirects' | 'fallbacks' | 'series'>,
  apiOrigin: string = PLACEHOLDER,
): string {
  const proxied = [
    '/api/*',
    '/documents/uploads/*',
    // Snapshots, their pages and the feed. Anything the build created below /proof/ is a file, and files take
    // precedence.
    '/proof/*',
    '/.well-known/lodefield-proof.json',
    '/:secret/admin',
    '/:secret/admin/*',
  ]
  return [
    ...redirects.map(({ from, to, status }) => `${from} ${to} ${status}`),
    '/admin/* /404 404',
    ...proxied.map((path) => `${path} ${apiOrigin}${path.replace('*', ':splat')} 200`),
    // The existing series are not known here; the page itself says so if there is none.
    ...(series ? [`${series.prefix}* ${getSitePath(series.path)} 404`] : []),
    ...fallbacks.map(({ from, path, status }) => `${from} ${getSitePath(path)} ${status}`),
    '',
  ].join('\n')
}

/** Writes both files into the built site. */
export async function writeCdnFiles(site: string, manifest: SiteManifest, apiOrigin?: string): Promise<void> {
  await writeFileAtomic(join(site, '_headers'), headersFile(manifest))
  await writeFileAtomic(join(site, '_redirects'), redirectsFile(manifest, apiOrigin))
}
