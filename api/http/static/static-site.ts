/**
 * The built site: every path outside the API. Its files are described at server start, then read and kept when they are
 * first requested; a request only picks one of the prepared responses.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixedHeaders, getHstsHeader } from '#contract/security-headers'
import { getSitePath, SITE_MANIFEST_FILE, SITE_PACK, type SiteManifest } from '#contract/site-manifest'
import { loadPage, openPack, type Page, selectEncoding, sendNotFound } from './prebuilt-page.ts'
import { createSeriesPages, type SeriesCodes } from './series-pages.ts'
import { sendFile } from './static-file.ts'

export interface Site {
  /** Changes with any file of the site. */
  readonly buildId: string
  /** Paths of the API reference viewer. */
  readonly referenceFiles: { script: string; styles: string } | undefined
  /** Paths of all pages and files, as they are linked. */
  readonly paths: readonly string[]
  /** Whether the response to a raw path depends on which series exist. */
  dependsOnSeries(pathname: string): boolean
  /**
   * Responds to any request outside the API. `pathname` is the raw path of the URL, `codes` are the public series;
   * without them every prebuilt series page is sent.
   */
  respond(request: Request, pathname: string, codes?: SeriesCodes): Response
}

const readManifest = (serverDir: string): SiteManifest | undefined => {
  try {
    return JSON.parse(readFileSync(join(serverDir, SITE_MANIFEST_FILE), 'utf8')) as SiteManifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const queryOf = (url: string): string => {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}

/** The decoded path; `undefined` if its escapes are broken. */
function decodePath(pathname: string): string | undefined {
  if (!pathname.includes('%')) return pathname
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

const respondUnbuilt = (): Response =>
  new Response('The site has not been built yet.\n', {
    status: 503,
    headers: { ...fixedHeaders, 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '60' },
  })

/** The API reference viewer among the paths of a site. */
function findReferenceFiles(paths: string[]): Site['referenceFiles'] {
  const find = (suffix: string) =>
    paths.find((path) => path.startsWith('/reference/viewer-') && path.endsWith(suffix))
  const script = find('.js')
  const styles = find('.css')
  return script && styles ? { script, styles } : undefined
}

/** A path without its trailing slash. A path of two slashes never gets here. */
const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path

/** The admin paths; only administrators know the first segment. */
const PANEL_ADDRESS = /^\/([A-Za-z0-9_-]{16,128})\/admin(?:\/login|\/settings)?$/

/**
 * Opens the built site. `opensPanel` checks whether a path segment is the administrators'. Without a build, every
 * response is a 503 that says so: enough for the API while pages come from the development server. HSTS is sent if
 * `publicOrigin` is https. Throws if the manifest names a missing file.
 */
export function loadSite(
  siteDir: string,
  serverDir: string,
  opensPanel: (segment: string) => boolean = () => false,
  publicOrigin?: string,
): Site {
  const manifest = readManifest(serverDir)
  if (!manifest) {
    return {
      buildId: 'none',
      referenceFiles: undefined,
      paths: [],
      dependsOnSeries: () => false,
      respond: respondUnbuilt,
    }
  }

  // The public origin is known at run time; the build may have had another, or none.
  const common = { ...manifest.headers, ...getHstsHeader(publicOrigin) }
  const isPacked = manifest.files.some(({ packed }) => packed)
  const pack = isPacked ? openPack(join(serverDir, SITE_PACK)) : undefined
  const pages = new Map<string, Page>()
  const byPath = new Map<string, Page>()
  for (const file of manifest.files) {
    const page = loadPage({ folder: siteDir, pack, common }, file)
    byPath.set(file.path, page)
    pages.set(getSitePath(file.path), page)
  }
  const redirects = new Map(manifest.redirects.map((redirect) => [redirect.from, redirect]))
  const fallbacks: { prefix: string; page: Page }[] = []
  for (const { from, path, status } of manifest.fallbacks) {
    const file = byPath.get(path)
    const page = file && { ...file, status }
    if (page && from.endsWith('*')) fallbacks.push({ prefix: from.slice(0, -1), page })
    else if (page) pages.set(from, page)
  }
  const notFound = byPath.get('404.html')
  // Not stored, and no referrer sent: neither caches nor other sites see the segment.
  const secrecy = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }
  const panel =
    manifest.panel && loadPage({ folder: serverDir, pack, common: { ...common, ...secrecy } }, manifest.panel)

  const series = createSeriesPages(
    manifest.series,
    pages,
    manifest.series && byPath.get(manifest.series.path),
  )
  const findPage = (path: string, codes?: SeriesCodes): Page | undefined =>
    (series.contains(path) ? series.find(path, codes) : pages.get(path)) ??
    fallbacks.find(({ prefix }) => path.startsWith(prefix))?.page ??
    notFound

  /**
   * The canonical path of a page requested with a trailing slash or `.html`, or of a series requested by its symbol.
   */
  const findCleanAddress = (path: string, codes: SeriesCodes): string | undefined => {
    const clean = path.endsWith('/') ? withoutSlash(path) : getSitePath(path.slice(1))
    const canonical = series.contains(clean) ? series.canonical(clean) : clean
    // Only a known path goes into a Location, so no redirect leads to another host.
    return canonical !== path && findPage(canonical, codes)?.status === 200 ? canonical : undefined
  }

  const redirect = (
    request: Request,
    location: string,
    status: number,
    more: Record<string, string> = { 'Cache-Control': 'public, max-age=3600' },
  ): Response =>
    new Response(null, {
      status,
      headers: { ...common, Location: location + queryOf(request.url), ...more },
    })

  const respondWith = (request: Request, page: Page | undefined): Response => {
    if (!page) return new Response('Not found\n', { status: 404, headers: common })
    if (page.status === 404) return sendNotFound(request, page)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { ...common, Allow: 'GET, HEAD' } })
    }
    return sendFile(request, selectEncoding(request, page))
  }

  return {
    buildId: manifest.buildId,
    paths: [...pages.keys()],
    referenceFiles: findReferenceFiles(manifest.files.map((file) => `/${file.path}`)),
    dependsOnSeries: (pathname) => series.contains(decodePath(pathname) ?? ''),
    respond(request, pathname, codes) {
      const direct = series.contains(pathname) ? undefined : pages.get(pathname)
      if (direct) return respondWith(request, direct)
      const address = withoutSlash(pathname)
      const segment = panel && PANEL_ADDRESS.exec(address)?.[1]
      if (segment && opensPanel(segment)) {
        return address === pathname ? respondWith(request, panel) : redirect(request, address, 308, secrecy)
      }
      const path = decodePath(pathname)
      if (path === undefined) return respondWith(request, notFound)
      const target = redirects.get(withoutSlash(path))
      if (target) return redirect(request, target.to, target.status)
      const clean = findCleanAddress(path, codes)
      if (clean !== undefined) return redirect(request, encodeURI(clean), 308)
      return respondWith(request, findPage(path, codes))
    },
  }
}
