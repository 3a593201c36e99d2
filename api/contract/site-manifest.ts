/**
 * What the build tells the server about the built site (`dist/server/site.json`). The server sends
 * the files named here and no others, so no address can reach outside the folder.
 */

export interface SiteFile {
  /** Below `dist/site`, with `/`. */
  path: string
  /** Bytes. */
  size: number
  /** Of the content; makes the ETag. */
  hash: string
  /** The `Content-Type`. */
  type: string
  /** The name changes with the content. */
  immutable: boolean
  /** Encodings that lie beside the file as `.br` and `.gz`. */
  encodings: ('br' | 'gzip')[]
}

export interface SiteRedirect {
  from: string
  to: string
  status: 302 | 308
}

/** The page for addresses that have no file of their own. */
export interface SiteFallback {
  /** One address, or with `*` at its end all that begin so. */
  from: string
  /** Below `dist/site`. */
  path: string
  status: 200 | 404
}

export interface SiteManifest {
  /** Changes with any file of the site. */
  buildId: string
  /** Security headers of every answer. */
  headers: Record<string, string>
  redirects: SiteRedirect[]
  fallbacks: SiteFallback[]
  files: SiteFile[]
  /** The administrators' page. It lies beside the site, below `dist/server`: no address of the site leads to it. */
  panel?: SiteFile | undefined
}

/** Name of the administrators' page, in the site while it is built and in `dist/server` afterwards. */
export const PANEL_PAGE = 'panel.html'

/** Name of the manifest in `dist/server`. */
export const SITE_MANIFEST = 'site.json'

/** The address a file of the built site answers at: no `.html`, no `index`, no slash at the end. */
export function siteAddress(path: string): string {
  const clean = path.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')
  return `/${clean}`
}

/** How long a browser keeps a file before it asks again. */
export function siteCacheControl(file: Pick<SiteFile, 'immutable' | 'type'>): string {
  if (file.immutable) return 'public, max-age=31536000, immutable'
  return /^(image|font)\//.test(file.type) ? 'public, max-age=3600' : 'public, max-age=0, must-revalidate'
}
