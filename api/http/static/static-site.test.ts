import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as rawRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { getSecurityHeaders, getSiteContentSecurityPolicy } from '#contract/security-headers'
import type { SiteFile, SiteManifest } from '#contract/site-manifest'
import { loadSite } from './static-site.ts'

const root = mkdtempSync(join(tmpdir(), 'site-'))
const siteDir = join(root, 'site')
const serverDir = join(root, 'server')
const home = `<!doctype html><title>Home</title>${'ore '.repeat(500)}`

const write = (path: string, data: string | Uint8Array) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, data)
}

function addFile(path: string, content: string, type: string, extra: Partial<SiteFile> = {}): SiteFile {
  write(join(siteDir, path), content)
  if (extra.encodings?.includes('br')) write(join(siteDir, `${path}.br`), brotliCompressSync(content))
  if (extra.encodings?.includes('gzip')) write(join(siteDir, `${path}.gz`), gzipSync(content))
  const size = Buffer.byteLength(content)
  return { path, size, hash: Bun.hash(content).toString(36), type, immutable: false, encodings: [], ...extra }
}

const html = 'text/html; charset=utf-8'
const policy = getSiteContentSecurityPolicy({ scripts: ['sha256-abc'], styles: [] })
const manifest: SiteManifest = {
  buildId: 'b1',
  headers: getSecurityHeaders(policy, 'https://lodefield.example'),
  redirects: [{ from: '/dashboard', to: '/access/dashboard', status: 308 }],
  fallbacks: [
    { from: '/docs/*', path: 'docs/404.html', status: 404 },
    { from: '/access/settings', path: 'access.html', status: 200 },
  ],
  files: [
    addFile('index.html', home, html, { encodings: ['br', 'gzip'] }),
    addFile('docs/help.html', 'Help', html),
    addFile('docs/404.html', 'No such docs page', html),
    addFile('404.html', 'Not found page', html),
    addFile('access.html', 'Investor area', html),
    addFile('_astro/app.1a2b.js', 'export {}', 'text/javascript; charset=utf-8', { immutable: true }),
    addFile('mark.svg', '<svg/>', 'image/svg+xml'),
    addFile('large.txt', 'x'.repeat(2_100_000), 'text/plain; charset=utf-8'),
  ],
}
write(join(serverDir, 'site.json'), JSON.stringify(manifest))
write(join(root, 'secret.txt'), 'never sent')
write(join(siteDir, 'unlisted.txt'), 'never sent')

const site = loadSite(siteDir, serverDir)
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => site.respond(request, /^https?:\/\/[^/]*([^?]*)/.exec(request.url)?.[1] ?? '/'),
})
afterAll(async () => {
  await server.stop(true)
  rmSync(root, { recursive: true })
})

/** Sends the path exactly as written, which fetch would not. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Headers; body: Buffer; text: string }>((resolve, reject) => {
    const sent = rawRequest({ port: server.port, host: '127.0.0.1', path, method, headers }, (message) => {
      const parts: Buffer[] = []
      message.on('data', (part: Buffer) => parts.push(part))
      message.on('end', () => {
        const body = Buffer.concat(parts)
        const received = new Headers(message.headers as Record<string, string>)
        resolve({ status: message.statusCode ?? 0, headers: received, body, text: body.toString() })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('serves a page at its clean path', async () => {
  const response = await ask('/docs/help')
  expect(response.status).toBe(200)
  expect(response.text).toBe('Help')
  expect(response.headers.get('content-type')).toBe(html)
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
})

describe('encodings', () => {
  test('are brotli, gzip and plain bytes of the same page, each with its own tag', async () => {
    const brotli = await ask('/', { 'accept-encoding': 'gzip, br' })
    const gzip = await ask('/', { 'accept-encoding': 'gzip' })
    const plain = await ask('/')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(home)
    expect(gunzipSync(gzip.body).toString()).toBe(home)
    expect(plain.text).toBe(home)
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.get('etag'))).size).toBe(3)
    for (const { headers } of [brotli, gzip, plain]) expect(headers.get('vary')).toBe('Accept-Encoding')
  })

  test('return 304 for the tag of the same encoding only', async () => {
    const etag = (await ask('/', { 'accept-encoding': 'br' })).headers.get('etag') ?? ''
    expect((await ask('/', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304)
    expect((await ask('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200)
  })

  test('a range refers to the plain bytes', async () => {
    const response = await ask('/', { 'accept-encoding': 'br', range: 'bytes=0-8' })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.text).toBe('<!doctype')
  })
})

describe('caching', () => {
  test('lets a content-hashed file be cached for a year', async () => {
    const response = await ask('/_astro/app.1a2b.js')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  test('lets an image without a hash be cached for an hour', async () => {
    expect((await ask('/mark.svg')).headers.get('cache-control')).toBe('public, max-age=3600')
  })
})

test('a file above two megabytes is streamed whole and in parts', async () => {
  expect((await ask('/large.txt')).body.byteLength).toBe(2_100_000)
  const part = await ask('/large.txt', { range: 'bytes=2099998-' })
  expect(part.status).toBe(206)
  expect(part.text).toBe('xx')
})

describe('redirects', () => {
  test.each([
    ['/dashboard?tab=1&x=%20', '/access/dashboard?tab=1&x=%20'],
    ['/dashboard/', '/access/dashboard'],
    ['/docs/help/?q=a', '/docs/help?q=a'],
    ['/docs/help.html', '/docs/help'],
    ['/index.html', '/'],
    ['/access/settings/', '/access/settings'],
  ])('sends %s to %s', async (from, to) => {
    const response = await ask(from)
    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toBe(to)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    '//evil.example/',
    '//evil.example//',
    '/\\evil.example/',
    '/%2f%2fevil.example/',
    '/access/a%0d%0aX-Evil:1/',
  ])('does not redirect %s', async (path) => {
    const response = await ask(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('location')).toBeNull()
  })
})

describe('paths without a page', () => {
  test.each([
    ['/nothing', 'Not found page'],
    ['/admin', 'Not found page'],
    ['/admin/login', 'Not found page'],
    ['/docs/nothing', 'No such docs page'],
    ['/docs/a/b', 'No such docs page'],
    ['/access/nothing', 'Not found page'],
    ['/access/nothing/', 'Not found page'],
    ['/access/settings/nothing', 'Not found page'],
    ['/404', 'Not found page'],
    ['/404.html', 'Not found page'],
    ['/docs/404', 'No such docs page'],
    ['/%zz', 'Not found page'],
    ['/%00', 'Not found page'],
    ['/docs/help%00', 'No such docs page'],
    ['/../secret.txt', 'Not found page'],
    ['/..%2fsecret.txt', 'Not found page'],
    ['/%2e%2e/secret.txt', 'Not found page'],
    ['/docs/..%2f..%2fsecret.txt', 'No such docs page'],
    ['/....//secret.txt', 'Not found page'],
    ['/unlisted.txt', 'Not found page'],
    ['/index.html.br', 'Not found page'],
    ['/_headers', 'Not found page'],
    ['/__proto__', 'Not found page'],
    ['/constructor', 'Not found page'],
  ])('%s is 404', async (path, text) => {
    const response = await ask(path)
    expect(response.status).toBe(404)
    expect(response.text).toBe(text)
    expect(response.headers.get('etag')).toBeNull()
  })

  test('return 404 under any condition', async () => {
    const headers = { 'if-none-match': '*', range: 'bytes=0-1' }
    expect((await ask('/nothing', headers)).status).toBe(404)
  })

  test('return 200 for the pages of the investor area', async () => {
    for (const path of ['/access', '/access/settings', '/access/settings?x=1']) {
      const response = await ask(path)
      expect(response.status).toBe(200)
      expect(response.text).toBe('Investor area')
    }
  })
})

describe('methods', () => {
  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s on a page is 405', async (method) => {
    const response = await ask('/docs/help', {}, method)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })

  test('HEAD is GET without the body', async () => {
    const get = await ask('/', { 'accept-encoding': 'br' })
    const head = await ask('/', { 'accept-encoding': 'br' }, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.body.byteLength).toBe(0)
    expect(head.headers.get('content-length')).toBe(String(get.body.byteLength))
    expect((await ask('/nothing', {}, 'HEAD')).status).toBe(404)
  })
})

test.each([
  ['/', 200],
  ['/nothing', 404],
  ['/dashboard', 308],
  ['/large.txt', 200],
])('%s carries the security headers', async (path, status) => {
  const { status: received, headers } = await ask(path)
  expect(received).toBe(status)
  expect(headers.get('content-security-policy')).toBe(policy)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('strict-transport-security')).toContain('max-age=')
})

test('sends HSTS only with an https origin', () => {
  expect(getSecurityHeaders(policy, 'http://localhost:4321')).not.toHaveProperty('Strict-Transport-Security')
})

test.each(['/', '/nothing', '/dashboard', '/large.txt'])(
  "%s has HSTS when the server is started with an https origin, whatever the build's origin",
  (path) => {
    const { 'Strict-Transport-Security': _, ...headers } = manifest.headers
    const plain = join(root, 'plain')
    write(join(plain, 'site.json'), JSON.stringify({ ...manifest, headers }))
    const hsts = (origin: string) =>
      loadSite(siteDir, plain, () => false, origin)
        .respond(new Request(`http://localhost${path}`), path)
        .headers.get('strict-transport-security')
    expect(hsts('https://lodefield.example')).toContain('max-age=31536000')
    expect(hsts('http://localhost:4321')).toBeNull()
  },
)

test('the CSP allows scripts and styles of this site, inline ones by hash, and no plug-ins', () => {
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).not.toContain("'unsafe-eval'")
  for (const part of [
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]) {
    expect(policy.split('; ')).toContain(part)
  }
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-abc'")
})

test('without a build, every response is a 503 that says so', async () => {
  const response = loadSite(join(root, 'none'), join(root, 'none')).respond(
    new Request('http://localhost/'),
    '/',
  )
  expect(response.status).toBe(503)
  expect(await response.text()).toBe('The site has not been built yet.\n')
})

test('a manifest that names a missing file prevents the start', () => {
  const broken = join(root, 'broken')
  write(
    join(broken, 'site.json'),
    JSON.stringify({ ...manifest, files: [{ ...manifest.files[0], path: 'gone.html' }] }),
  )
  expect(() => loadSite(siteDir, broken)).toThrow('gone.html')
})

/** A folder with the manifest of `files` and a pack of their bytes, which exist nowhere else. */
function packSite(name: string, text: string): string {
  const folder = join(root, name)
  const bodies = [Buffer.from(text), brotliCompressSync(text)] as const
  const packed: SiteFile['packed'] = {
    identity: [0, bodies[0].byteLength],
    br: [bodies[0].byteLength, bodies[1].byteLength],
  }
  const file: SiteFile = { ...addFile('packed.html', text, html), encodings: ['br'], packed }
  rmSync(join(siteDir, 'packed.html'))
  write(join(folder, 'site.json'), JSON.stringify({ ...manifest, files: [file] }))
  write(join(folder, 'site.pack'), Buffer.concat(bodies))
  return folder
}

const request = (headers: Record<string, string> = {}) => new Request('http://localhost/packed', { headers })

test('sends a packed file whole, encoded and in part', async () => {
  const { respond } = loadSite(siteDir, packSite('pack-1', home))
  expect(await respond(request(), '/packed').text()).toBe(home)
  const encoded = respond(request({ 'accept-encoding': 'br' }), '/packed')
  expect(encoded.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await encoded.bytes()).toString()).toBe(home)
  const part = respond(request({ range: 'bytes=0-8' }), '/packed')
  expect([part.status, await part.text()]).toEqual([206, home.slice(0, 9)])
})

test('keeps sending the packed files of its build after a newer one has replaced them', async () => {
  const folder = packSite('pack-2', home)
  const { respond } = loadSite(siteDir, folder)
  rmSync(folder, { recursive: true })
  packSite('pack-2', 'A newer build')
  expect(await respond(request(), '/packed').text()).toBe(home)
})

test('a missing or truncated pack prevents the start', () => {
  const folder = packSite('pack-3', home)
  const pack = join(folder, 'site.pack')
  write(pack, readFileSync(pack).subarray(1))
  expect(() => loadSite(siteDir, folder)).toThrow('rebuild the site')
  rmSync(pack)
  expect(() => loadSite(siteDir, folder)).toThrow('site.pack')
})
