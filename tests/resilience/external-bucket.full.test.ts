import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { S3Client } from 'bun'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import {
  ADMIN_PATH_PREFIX,
  endServers,
  openCallers,
  type ReceivedResponse,
  type Server,
  startServer,
  waitUntil,
} from './server.ts'
import { findFreePort } from './system-programs.ts'

const MEGABYTE = 1024 * 1024
/** The only key that this S3 server accepts. */
const KEY = 'S3RVER'

let folder: string
let port: number
let bucket: S3rver
let store: TestDatabase
let callers: ReturnType<typeof openCallers>
let server: Server
let admin: Record<string, string>

const environment = (name: string) => ({
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_BUCKET: name,
  S3_ACCESS_KEY_ID: KEY,
  S3_SECRET_ACCESS_KEY: KEY,
})

async function startBucket(): Promise<S3rver> {
  const started = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: join(folder, 'objects'),
    configureBuckets: ['first', 'second'].map((name) => ({ name, configs: [] })),
  })
  await started.run()
  return started
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodefield-bucket-'))
  await mkdir(join(folder, 'objects'))
  port = await findFreePort()
  bucket = await startBucket()
  store = await createTestDatabase()
  callers = openCallers(store.url)
  // One administrator publishes documents alone.
  server = await startServer({ DATABASE_URL: store.url, DUAL_APPROVAL: 'off', ...environment('first') })
  admin = (await callers.signInAdmin()).headers
})
afterAll(async () => {
  await endServers()
  await callers.close()
  await bucket.close()
  await store.drop()
  await rm(folder, { recursive: true, force: true })
})

function upload(content: Uint8Array<ArrayBuffer>, name = 'assay.pdf'): Promise<ReceivedResponse> {
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.7\n', content, '\nstartxref\n0\n%%EOF\n']), name)
  form.append('is_public', 'true')
  return server.call('POST', `${ADMIN_PATH_PREFIX}/documents/upload`, { headers: admin, raw: form })
}

const clientOf = (name: string) =>
  new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: name,
    accessKeyId: KEY,
    secretAccessKey: KEY,
  })

/** The checksum of every object in a bucket, by name. */
async function objectsOf(name: string): Promise<Map<string, string>> {
  const client = clientOf(name)
  const sums = new Map<string, string>()
  for (const { key } of (await client.list({ prefix: 'uploads/' })).contents ?? []) {
    const bytes = await client.file(key).bytes()
    sums.set(key, new Bun.CryptoHasher('sha256').update(bytes).digest('hex'))
  }
  return sums
}

test('uploads are stored in a bucket, read whole and in parts, and removed', async () => {
  const content = randomBytes(12 * MEGABYTE)
  const stored = await upload(content)
  expect(stored.status).toBe(201)
  const { id, filename } = stored.body.document
  const expected = Buffer.concat([Buffer.from('%PDF-1.7\n'), content, Buffer.from('\nstartxref\n0\n%%EOF\n')])
  const sum = new Bun.CryptoHasher('sha256').update(expected).digest('hex')
  expect((await objectsOf('first')).get(`uploads/${filename}`)).toBe(sum)
  const address = `${server.origin}/documents/uploads/${filename}`
  const whole = await fetch(address)
  expect(whole.status).toBe(200)
  expect(Buffer.from(await whole.arrayBuffer()).equals(expected)).toBe(true)
  const part = await fetch(address, { headers: { range: 'bytes=6000000-6000009' } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(expected.subarray(6_000_000, 6_000_010))).toBe(true)
  const removed = await server.call('DELETE', `${ADMIN_PATH_PREFIX}/documents/${id}`, { headers: admin })
  expect(removed.status).toBe(200)
  await waitUntil(
    () => clientOf('first').exists(`uploads/${filename}`),
    (exists) => !exists,
  )
  // The 404 page belongs to the built site, which is missing here.
  expect((await fetch(address)).ok).toBe(false)
})

test('without its bucket an upload is 503 and leaves no row, and works again when the bucket is back', async () => {
  const kept = await upload(randomBytes(1_000), 'kept.pdf')
  const address = `${server.origin}/documents/uploads/${kept.body.document.filename}`
  await bucket.close()
  const refused = await upload(randomBytes(1_000), 'refused.pdf')
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
  expect((await fetch(address)).status).toBe(503)
  const list = await server.call('GET', `${ADMIN_PATH_PREFIX}/documents?search=refused`, { headers: admin })
  expect(list.body.documents).toEqual([])
  expect(await readdir(join(server.dataDir, 'uploads/.arriving'))).toEqual([])
  bucket = await startBucket()
  expect((await fetch(address)).status).toBe(200)
  expect((await upload(randomBytes(1_000), 'again.pdf')).status).toBe(201)
})

test('a backup reads a bucket, and a restore fills another', async () => {
  const stored = await upload(randomBytes(6 * MEGABYTE), 'large.pdf')
  expect(stored.status).toBe(201)
  const run = async (words: string[], url: string, name: string) => {
    const child = Bun.spawn([process.execPath, ...words], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, name), ...environment(name) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const err = await new Response(child.stderr).text()
    return [await child.exited, err]
  }
  const backup = join(folder, 'backup')
  expect(await run(['scripts/backup.ts', backup], store.url, 'first')).toEqual([0, ''])
  const target = await createTestDatabase()
  expect(await run(['scripts/restore.ts', backup, '--replace'], target.url, 'second')).toEqual([0, ''])
  const objects = await objectsOf('first')
  expect(objects.size).toBeGreaterThanOrEqual(3)
  expect(await objectsOf('second')).toEqual(objects)
  await target.drop()
})
