/** Checks a built site: each internal link leads to a page, and each anchor to a part of that page. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getSitePath, SITE_MANIFEST_FILE, type SiteManifest } from '#contract/site-manifest'

/** Paths that only the server sends. */
const SERVED = /^\/(?:api|documents\/uploads|proof|\.well-known|panel)(?:\/|$)/

/** The file that an editor must change for a page, if it is in `content/`. */
function sourceOf(path: string, root: string): string {
  const mdx = `content/${path.replace(/\.html$/, '.mdx')}`
  return existsSync(join(root, mdx)) ? mdx : path
}

const decodeEntities = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&')

const idsOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id = '']) => decodeEntities(id)))

/** A sentence for each dead link of a build below `dist`; `root` is the project folder. */
export async function findDeadLinks(dist: string, root: string): Promise<string[]> {
  const site = join(dist, 'site')
  const { files, redirects, fallbacks }: SiteManifest = JSON.parse(
    await readFile(join(dist, 'server', SITE_MANIFEST_FILE), 'utf8'),
  )
  const pages = files.filter(({ path }) => path.endsWith('.html')).map(({ path }) => path)
  const html = new Map<string, string>()
  for (const path of pages) html.set(getSitePath(path), await readFile(join(site, path), 'utf8'))
  const addresses = new Set(files.map(({ path }) => getSitePath(path)))
  const redirected = new Map(redirects.map(({ from, to }) => [from, to]))
  const isDrawnLater = (path: string) =>
    fallbacks.some(({ from, status }) =>
      status !== 200 ? false : from.endsWith('*') ? path.startsWith(from.slice(0, -1)) : path === from,
    )
  const ids = new Map<string, Set<string>>()
  const hasPart = (address: string, id: string): boolean => {
    const text = html.get(address)
    if (text === undefined) return true
    const known = ids.get(address) ?? idsOf(text)
    ids.set(address, known)
    return known.has(id)
  }

  const faults = new Set<string>()
  for (const path of pages) {
    const own = getSitePath(path)
    for (const [, href = ''] of (html.get(own) ?? '').matchAll(/<a\b[^>]*?\shref="([/#][^"]*)"/g)) {
      const { pathname, hash } = new URL(decodeEntities(href), `http://site${own}`)
      const address = decodeURIComponent(pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname)
      if (SERVED.test(address) || isDrawnLater(address)) continue
      const target = (redirected.get(address) ?? address).replace(/[?#].*$/, '')
      const shown = decodeEntities(href)
      if (!addresses.has(target))
        faults.add(`${sourceOf(path, root)}: the link ${shown} does not lead to a page.`)
      else if (
        hash.length > 1 &&
        !redirected.has(address) &&
        !hasPart(target, decodeURIComponent(hash.slice(1)))
      )
        faults.add(`${sourceOf(path, root)}: the link ${shown} points to a missing section of the page.`)
    }
  }
  return [...faults]
}
