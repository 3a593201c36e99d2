/**
 * The build's description of the built site for the server (`dist/server/site.json`). The server sends the files
 * named here and no others, so no path can leave the folder.
 */

export interface SiteFile {
  /** Below `dist/site`, with `/`. */
  path: string
  /** Bytes. */
  size: number
  /** Of the content; used as the ETag. */
  hash: string
  /** The `Content-Type`. */
  type: string
  /** The name changes with the content. */
  immutable: boolean
  /** Encodings that lie beside the file as `.br` and `.gz`. */
  encodings: ('br' | 'gzip')[]
  /** Where its bytes begin in the pack, and their number, plain and in each encoding; missing of a large file. */
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
  /** Below `dist/site`. */
  path: string
  status: 200 | 404
}

/** Pages of series: which series there are is known to the server, not to the build. */
export interface SiteSeries {
  /** What the path of a page begins with, before the code of its series. */
  prefix: string
  /** The page of a series that the build did not know, below `dist/site`. */
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
  /** The administrators' page, below `dist/server`, outside the site: no path of the site reaches it. */
  panel?: SiteFile | undefined
}

/** Name of the administrators' page, in the site while it is built and in `dist/server` afterwards. */
export const PANEL_PAGE = 'panel.html'

/** Name of the manifest in `dist/server`. */
export const SITE_MANIFEST = 'site.json'

/**
 * Name of the file in `dist/server` with the bytes of all files of the site that are not large. A server opens it once
 * and reads what is requested: it starts without reading them all, and keeps its build when a newer one replaces it.
 */
export const SITE_PACK = 'site.pack'

/** Bytes from which a file is large: it is streamed from its own file. */
export const LARGE_FILE = 2 * 1024 * 1024

/** The path at which a file of the built site is served: no `.html`, no `index`, no slash at the end. */
export function siteAddress(path: string): string {
  const clean = path.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')
  return `/${clean}`
}

/** How long a browser caches a file before it revalidates it. */
export function siteCacheControl(file: Pick<SiteFile, 'immutable' | 'type'>): string {
  if (file.immutable) return 'public, max-age=31536000, immutable'
  return /^(image|font)\//.test(file.type) ? 'public, max-age=3600' : 'public, max-age=0, must-revalidate'
}
