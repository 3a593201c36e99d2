/**
 * The build's description of the built site for the server (`dist/server/site.json`). The server sends only the files
 * named here, so no path can leave the folder.
 */

export interface SiteFile {
  /** Relative to `dist/site`, with `/`. */
  path: string
  /** Bytes. */
  size: number
  /** Content hash, used as the ETag. */
  hash: string
  /** The `Content-Type`. */
  type: string
  /** The name changes with the content. */
  immutable: boolean
  /** Encodings available next to the file as `.br` and `.gz`. */
  encodings: ('br' | 'gzip')[]
  /** Offset in the pack and number of bytes, plain and in each encoding; absent for a large file. */
  packed?: Partial<Record<'identity' | 'br' | 'gzip', PackedBytes>>
}

export type PackedBytes = [at: number, length: number]

export interface SiteRedirect {
  from: string
  to: string
  status: 302 | 308
}

/** The page for paths without a file. */
export interface SiteFallback {
  /** One path or, with `*` at its end, all paths with that prefix. */
  from: string
  /** Relative to `dist/site`. */
  path: string
  status: 200 | 404
}

/** Series pages: the server, not the build, knows which series exist. */
export interface SiteSeries {
  /** Path prefix of a page, before the series code. */
  prefix: string
  /** The page for a series unknown to the build, relative to `dist/site`. */
  path: string
}

export interface SiteManifest {
  /** Changes with any file of the site. */
  buildId: string
  /** Security headers of every response. */
  headers: Record<string, string>
  redirects: SiteRedirect[]
  fallbacks: SiteFallback[]
  series?: SiteSeries
  files: SiteFile[]
  /** The panel's page, relative to `dist/server`: outside the site, so that no path of the site reaches it. */
  panel?: SiteFile | undefined
}

/** Name of the panel's page, in the site during the build and in `dist/server` afterwards. */
export const ADMIN_PAGE_FILE = 'panel.html'

/** Name of the manifest in `dist/server`. */
export const SITE_MANIFEST_FILE = 'site.json'

/**
 * Name of the pack in `dist/server`, which holds the bytes of all files that are not large. A server opens it once and
 * reads on request: it starts without reading every file, and keeps its build when a newer one replaces it.
 */
export const SITE_PACK = 'site.pack'

/** Size in bytes from which a file counts as large and is streamed from disk. */
export const LARGE_FILE = 2 * 1024 * 1024

/** The path at which a built file is served: no `.html`, no `index`, no trailing slash. */
export function getSitePath(path: string): string {
  const clean = path.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')
  return `/${clean}`
}

/** How long a browser caches a file before it revalidates it. */
export function getSiteCacheControl(file: Pick<SiteFile, 'immutable' | 'type'>): string {
  if (file.immutable) return 'public, max-age=31536000, immutable'
  return /^(image|font)\//.test(file.type) ? 'public, max-age=3600' : 'public, max-age=0, must-revalidate'
}
