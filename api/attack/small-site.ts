import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { securityHeaders, siteContentSecurityPolicy } from '#contract/security-headers'
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

/** Writes a site of two pages, one of a series, those of the proof, a redirect and a panel into a new folder, as the build for `publicOrigin` leaves it. */
export function makeSmallSite(publicOrigin?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'small-site-'))
  const siteFolder = join(folder, 'site')
  const serverFolder = join(folder, 'server')
  const manifest: SiteManifest = {
    buildId: 'b1',
    headers: securityHeaders(siteContentSecurityPolicy({ scripts: [], styles: [] }), publicOrigin),
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
