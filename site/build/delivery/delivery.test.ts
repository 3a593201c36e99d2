import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { listFiles, writeFileAtomic } from '#build/file-utils'
import { loadSite } from '#http/static/static-site'
import { accountEntries } from './account-entries.ts'
import { headersFile, redirectsFile, writeCdnFiles } from './cdn-config.ts'
import { compressFiles } from './compress.ts'
import { chartStyles, collectInlineHashes, extractInlineHashes } from './inline-hashes.ts'
import { writeManifest } from './manifest.ts'
import { writeSearchIndex } from './search-index.ts'

const root = mkdtempSync(join(tmpdir(), 'delivery-'))
const site = join(root, 'site')
const server = join(root, 'server')
const cache = join(root, 'cache')
afterAll(() => rmSync(root, { recursive: true }))

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

describe('inline scripts and styles', () => {
  test('are hashed as in the browser', () => {
    const html =
      '<script>let a = "<b>" && 1\n</script><script type="module">import "x"</script><style>p > a { color: red }</style>'
    const { scripts, styles, blocked } = extractInlineHashes(html)
    expect([...scripts]).toEqual([sha256('let a = "<b>" && 1\n'), sha256('import "x"')])
    expect([...styles]).toEqual([sha256('p > a { color: red }')])
    expect(blocked).toEqual([])
  })

  test('do not include data and files', () => {
    const html = '<script type="application/ld+json">{"a":1}</script><script src="/a.js"></script>'
    expect(extractInlineHashes(html).scripts.size).toBe(0)
  })

  test('include the styles of the installed chart library', async () => {
    const read = (path: string) => Bun.file(join('node_modules/apexcharts/src', path)).text()
    const [, legend = ''] = /const text = `([^`]*)`/.exec(await read('modules/legend/Helpers.js')) ?? []
    expect(chartStyles).toEqual([await read('assets/apexcharts.css'), legend].map(sha256))
  })

  test('fail the build when a hash cannot allow them', async () => {
    const folder = join(root, 'blocked')
    await writeFileAtomic(join(folder, 'a.html'), '<p style="color: red" onclick="go()">a</p>')
    await expect(collectInlineHashes(folder)).rejects.toThrow('a.html: <p style>, <p onclick>')
  })
})

test('turns a built folder into a site that can be served', async () => {
  const script = 'document.documentElement.dataset.theme = "dark"'
  const body = `<main data-pagefind-body>${'<p>Assayed ore.</p>'.repeat(200)}</main>`
  const html = (title: string) =>
    `<!doctype html><html lang="en"><head><title>${title}</title><script>${script}</script></head><body>${body}</body></html>`
  await writeFileAtomic(join(site, 'index.html'), html('Home'))
  await writeFileAtomic(join(site, 'docs/help.html'), html('Help'))
  await writeFileAtomic(join(site, '404.html'), html('Not found').replace(' data-pagefind-body', ''))
  await writeFileAtomic(join(site, '_astro/a.123.js'), 'export {}')

  await writeSearchIndex(site)
  const lines: string[] = []
  await compressFiles(site, cache, (line) => lines.push(line))
  const manifest = await writeManifest(
    site,
    server,
    await collectInlineHashes(site),
    'https://lodefield.example',
  )
  await writeCdnFiles(site, manifest, 'https://api.example')

  const files = await listFiles(site)
  expect(brotliDecompressSync(await Bun.file(join(site, 'index.html.br')).bytes()).toString()).toBe(
    html('Home'),
  )
  expect(gunzipSync(await Bun.file(join(site, 'index.html.gz')).bytes()).toString()).toBe(html('Home'))
  expect(files).not.toContain('_astro/a.123.js.br')
  expect(files.filter((path) => path.includes('ui.'))).toEqual([])
  expect(manifest.headers['Content-Security-Policy']).toContain(`'${sha256(script)}'`)

  const opened = loadSite(site, server)
  const get = (path: string) => opened.respond(new Request(`http://localhost${path}`), path)
  expect(await get('/docs/help').text()).toBe(html('Help'))
  expect(get('/pagefind/pagefind.js').status).toBe(200)
  expect(get('/_redirects').status).toBe(404)
  expect(get('/_astro/a.123.js').headers.get('cache-control')).toContain('immutable')
  const fragment = files.find((path) => path.startsWith('pagefind/fragment/')) ?? ''
  expect(get(`/${fragment}`).headers.get('cache-control')).toContain('immutable')
  expect(await Bun.file(join(site, '_redirects')).text()).toContain(
    '/api/* https://api.example/api/:splat 200',
  )

  const entry = await Bun.file(join(site, 'pagefind/pagefind-entry.json')).json()
  expect(entry.languages.en.page_count).toBe(2 + accountEntries.length)
  // The second run takes the results from the cache.
  await compressFiles(site, cache, () => {})
})

describe('files for a CDN', () => {
  test('_headers sets the security headers for all files, and caching for hashed names', () => {
    const text = headersFile({ headers: { 'X-Content-Type-Options': 'nosniff' } })
    expect(text).toContain('/*\n  X-Content-Type-Options: nosniff\n')
    expect(text).toContain('/_astro/*\n  Cache-Control: public, max-age=31536000, immutable\n')
  })

  test('_headers rejects a line that a CDN would drop', () => {
    expect(() => headersFile({ headers: { 'Content-Security-Policy': 'x'.repeat(2100) } })).toThrow(
      '_headers',
    )
  })

  test('_redirects routes paths as the server does', () => {
    const text = redirectsFile({
      redirects: [{ from: '/dashboard', to: '/access/dashboard', status: 308 }],
      fallbacks: [
        { from: '/access/dashboard', path: 'access.html', status: 200 },
        { from: '/docs/*', path: 'docs/404.html', status: 404 },
        { from: '/proof/*', path: 'proof/404.html', status: 404 },
      ],
      series: { prefix: '/tokens/', path: 'tokens/plain.html' },
    })
    expect(text.split('\n')).toEqual([
      '/dashboard /access/dashboard 308',
      '/admin/* /404 404',
      '/api/* https://API_ORIGIN/api/:splat 200',
      '/documents/uploads/* https://API_ORIGIN/documents/uploads/:splat 200',
      '/proof/* https://API_ORIGIN/proof/:splat 200',
      '/.well-known/lodefield-proof.json https://API_ORIGIN/.well-known/lodefield-proof.json 200',
      '/:secret/admin https://API_ORIGIN/:secret/admin 200',
      '/:secret/admin/* https://API_ORIGIN/:secret/admin/:splat 200',
      '/tokens/* /tokens/plain 404',
      '/access/dashboard /access 200',
      '/docs/* /docs/404 404',
      '/proof/* /proof/404 404',
      '',
    ])
  })
})
