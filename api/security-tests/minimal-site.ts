import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getSecurityHeaders, getSiteContentSecurityPolicy } from '#contract/security-headers'
import type { SiteFile, SiteManifest } from '#contract/site-manifest'

/** Text of each page, by its file. */
const texts = {
  'index.html': 'Home',
  'docs/help.html': 'Help',
  'tokens/witgold.html': 'Sheet',
  'tokens/witgold/updates.xml': 'Feed',
  'tokens/404.html': 'No such series',
  'proof/verify.html': 'Verify',
  'proof/snapshot.html': 'Page of a snapshot',
  'proof/404.html': 'No such snapshot',
  'tokens/plain.html': 'Plain page of a series',
  '404.html': 'Not found',
  'panel.html': 'Panel',
}

const describePage = (path: keyof typeof texts): SiteFile => ({
  path,
  size: texts[path].length,
  hash: path,
  type: 'text/html; charset=utf-8',
  immutable: false,
  encodings: [],
})

/**
 * Writes a site of two pages, a series page, the proof pages, a redirect and a panel into a new folder, as the build
 * for `publicOrigin` would.
 */
export function createMinimalSite(publicOrigin?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'small-site-'))
  const siteFolder = join(folder, 'site')
  const serverFolder = join(folder, 'server')
  const manifest: SiteManifest = {
    buildId: 'b1',
    headers: getSecurityHeaders(getSiteContentSecurityPolicy({ scripts: [], styles: [] }), publicOrigin),
    redirects: [{ from: '/contact', to: '/docs/help', status: 308 }],
    fallbacks: [
      { from: '/tokens/*', path: 'tokens/404.html', status: 404 },
      { from: '/proof/*', path: 'proof/404.html', status: 404 },
    ],
    series: { prefix: '/tokens/', path: 'tokens/plain.html' },
    files: (Object.keys(texts) as (keyof typeof texts)[])
      .filter((path) => path !== 'panel.html')
      .map(describePage),
    panel: describePage('panel.html'),
  }
  mkdirSync(serverFolder, { recursive: true })
  for (const [path, text] of Object.entries(texts)) {
    const file = join(path === 'panel.html' ? serverFolder : siteFolder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  writeFileSync(join(serverFolder, 'site.json'), JSON.stringify(manifest))
  return { siteFolder, serverFolder, remove: () => rmSync(folder, { recursive: true }) }
}
