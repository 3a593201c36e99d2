import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { securityHeaders, siteContentSecurityPolicy } from '#contract/security-headers'
import type { SiteFile, SiteManifest } from '#contract/site-manifest'

/** Text of each page, by its file. */
const texts = {
  'index.html': 'Home',
  'docs/help.html': 'Help',
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

/** Writes a site of two pages, a redirect and a panel into a new folder, as the build for `publicOrigin` leaves it. */
export function makeSmallSite(publicOrigin?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'small-site-'))
  const siteFolder = join(folder, 'site')
  const serverFolder = join(folder, 'server')
  const manifest: SiteManifest = {
    buildId: 'b1',
    headers: securityHeaders(siteContentSecurityPolicy({ scripts: [], styles: [] }), publicOrigin),
    redirects: [{ from: '/contact', to: '/docs/help', status: 308 }],
    fallbacks: [],
    files: (['index.html', 'docs/help.html', '404.html'] as const).map(describePage),
    panel: describePage('panel.html'),
  }
  mkdirSync(join(siteFolder, 'docs'), { recursive: true })
  mkdirSync(serverFolder)
  for (const [path, text] of Object.entries(texts)) {
    writeFileSync(join(path === 'panel.html' ? serverFolder : siteFolder, path), text)
  }
  writeFileSync(join(serverFolder, 'site.json'), JSON.stringify(manifest))
  return { siteFolder, serverFolder, remove: () => rmSync(folder, { recursive: true }) }
}
