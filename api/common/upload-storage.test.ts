import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStaticFile, sendFile } from '#http/static/static-file'
import { startTestApp } from '#testing/test-app'
import { openBucket, type Storage } from './upload-storage.ts'

/** A fake of S3 with one bucket: put, get with ranges, head, delete, list in pages of two. */
function serveBucket() {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  /** Awaited by a put before it responds. */
  const state = { whilePutting: async () => {} }
  const list = (query: URLSearchParams) => {
    const after = query.get('start-after') ?? ''
    const keys = [...objects.keys()].filter((key) => key > after).sort()
    const page = keys.slice(0, 2)
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>1</Size></Contents>`,
    )
    return `<?xml version="1.0"?><ListBucketResult><Name>ore</Name><IsTruncated>${keys.length > 2}</IsTruncated>${contents.join('')}</ListBucketResult>`
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      const key = decodeURIComponent(pathname.replace(/^\/ore\/?/, ''))
      if (!request.headers.get('authorization')?.includes('AWS4-HMAC-SHA256 Credential=key-of-tests/'))
        return new Response(null, { status: 403 })
      if (key === '')
        return new Response(list(searchParams), { headers: { 'content-type': 'application/xml' } })
      if (request.method === 'PUT') {
        objects.set(key, new Uint8Array(await request.arrayBuffer()))
        await state.whilePutting()
        return new Response(null, { headers: { etag: '"x"' } })
      }
      const object = objects.get(key)
      if (request.method === 'DELETE') {
        objects.delete(key)
        return new Response(null, { status: 204 })
      }
      if (!object) return new Response(null, { status: 404 })
      const [, first, last] = /bytes=(\d+)-(\d*)/.exec(request.headers.get('range') ?? '') ?? []
      const part = object.subarray(Number(first ?? 0), last ? Number(last) + 1 : undefined)
      return new Response(part, { status: first === undefined ? 200 : 206, headers: { etag: '"x"' } })
    },
  })
  return { server, objects, state }
}

let bucket: ReturnType<typeof serveBucket>
let storage: Storage
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodefield-bucket-'))
  bucket = serveBucket()
  storage = openBucket({
    endpoint: bucket.server.url.href,
    bucket: 'ore',
    region: 'us-east-1',
    accessKeyId: 'key-of-tests',
    secretAccessKey: 'secret-of-tests',
  })
})
afterAll(async () => {
  await bucket.server.stop(true)
  await rm(folder, { recursive: true, force: true })
})

async function put(name: string, text: string): Promise<void> {
  const path = join(folder, 'arrived.part')
  await writeFile(path, text)
  await storage.keep(path, name, 'application/pdf')
  expect(await Bun.file(path).exists()).toBe(false)
}

test('a bucket stores, sends, lists and removes files', async () => {
  await put('one.pdf', '0123456789')
  await put('two.pdf', 'two')
  await put('icons/three.png', 'three')
  expect([...bucket.objects.keys()].sort()).toEqual([
    'uploads/icons/three.png',
    'uploads/one.pdf',
    'uploads/two.pdf',
  ])

  const body = await storage.read('one.pdf', 10)
  if (!body) throw new Error('It is not there')
  const file = createStaticFile(body, { tag: 'one', headers: {} })
  const send = (headers: Record<string, string> = {}) =>
    sendFile(new Request('http://localhost/', { headers }), file)
  expect(await send().text()).toBe('0123456789')
  const part = send({ range: 'bytes=2-5' })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
    206,
    '2345',
    'bytes 2-5/10',
  ])
  expect(await storage.read('four.pdf', 1)).toBeUndefined()

  const names: string[] = []
  for await (const { name, modified } of storage.list()) {
    names.push(name)
    expect(modified.getUTCFullYear()).toBe(2026)
  }
  expect(names.sort()).toEqual(['icons/three.png', 'one.pdf', 'two.pdf'])

  await storage.remove('one.pdf')
  await storage.remove('never-there.pdf')
  expect(await storage.read('one.pdf', 10)).toBeUndefined()
})

test('no transaction waits for a bucket, and a repeated upload is stored once', async () => {
  bucket.objects.clear()
  const app = await startTestApp({
    S3_ENDPOINT: bucket.server.url.href,
    S3_BUCKET: 'ore',
    S3_ACCESS_KEY_ID: 'key-of-tests',
    S3_SECRET_ACCESS_KEY: 'secret-of-tests',
  })
  const { headers } = await app.signInAdmin()
  const upload = () => {
    const raw = new FormData()
    raw.append('file', new Blob(['%PDF-1.7\nstartxref\n0\n%%EOF\n']), 'assay.pdf')
    const sent = { headers: { ...headers, 'idempotency-key': 'once' }, raw }
    return app.call('POST', `${app.adm}/documents/upload`, sent)
  }
  let waiting: unknown
  bucket.state.whilePutting = async () => {
    waiting = (
      await app.sql`select count(*) from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`
    )[0]?.count
  }
  const first = await upload()
  expect([first.status, waiting]).toEqual([201, 0])
  expect((await upload()).text).toBe(first.text)
  expect([...bucket.objects.keys()]).toEqual([`uploads/${first.body.document.filename}`])
  await app.close()
})
