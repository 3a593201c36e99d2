import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { ADMIN_PATH_PREFIX, endServers, openCallers, startServer, ticket, waitUntil } from './server.ts'

const MEGABYTE = 1024 * 1024

let folder: string
let engineFolder: string
let store: TestDatabase
let reason = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodefield-small-'))
  engineFolder = await mkdtemp(join(tmpdir(), 'lodefield-engine-disk-'))
  reason = (await mountSmallDisk(folder, 4)) || (await mountSmallDisk(engineFolder, 160))
  store = await createTestDatabase()
})
afterAll(async () => {
  await endServers()
  for (const disk of [folder, engineFolder]) {
    if (reason === '') await Bun.spawn(['umount', disk]).exited
    await rm(disk, { recursive: true, force: true })
  }
  await store.drop()
})

/** Mounts a disk of a few megabytes; returns the reason if that is impossible here, otherwise an empty string. */
async function mountSmallDisk(on: string, megabytes: number): Promise<string> {
  if (process.platform !== 'linux')
    return `a small disk can be mounted on Linux only, not on ${process.platform}`
  if (process.getuid?.() !== 0) return 'only root may mount a small disk'
  const mount = Bun.spawn(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', on], {
    stderr: 'pipe',
  })
  const said = await new Response(mount.stderr).text()
  return (await mount.exited) === 0 ? '' : `the small disk could not be mounted: ${said.trim()}`
}

/** Writes a file until the disk is full. */
async function fillDisk(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (const size of [MEGABYTE, 4096])
      for (;;) {
        const written = await handle.write(new Uint8Array(size)).catch(() => undefined)
        if (written?.bytesWritten !== size) break
      }
  } finally {
    await handle.close()
  }
}

test('a full disk is 507, leaves neither row nor file, and freed space is used again', async ({ skip }) => {
  if (reason !== '') {
    process.stdout.write(`Skipped, a full disk: ${reason}\n`)
    skip(reason)
  }
  const server = await startServer({ DATABASE_URL: store.url, DATA_DIR: folder })
  const callers = openCallers(store.url)
  const { headers } = await callers.signInAdmin()
  const upload = (bytes: number, name: string) => {
    const form = new FormData()
    form.append('file', new Blob(['%PDF-1.7\n', new Uint8Array(bytes), '\nstartxref\n0\n%%EOF\n']), name)
    return server.call('POST', `${ADMIN_PATH_PREFIX}/documents/upload`, { headers, raw: form })
  }
  const uploads = join(folder, 'uploads')
  const files = () => readdirSync(uploads).filter((name) => name.endsWith('.pdf'))
  const arriving = () => readdirSync(join(uploads, '.arriving'))

  expect((await upload(MEGABYTE, 'fits.pdf')).status).toBe(201)
  const refused = await Promise.all([upload(8 * MEGABYTE, 'large.pdf'), upload(20 * MEGABYTE, 'larger.pdf')])
  for (const { status, body } of refused) {
    expect({ status, code: body.code }).toEqual({ status: 507, code: 'storage_full' })
    expect(body.error).toBe('There is not enough storage for this file. The file was not saved.')
  }
  expect(arriving()).toEqual([])
  expect(files()).toHaveLength(1)
  expect((await store.sql`select original_name from documents`).map((row) => row.original_name)).toEqual([
    'fits.pdf',
  ])
  // It continues to work, uploads included.
  expect((await upload(2 * MEGABYTE, 'fits too.pdf')).status).toBe(201)
  expect(existsSync(join(uploads, files()[0] ?? ''))).toBe(true)
  expect(await server.stop()).toBe(0)
  await callers.close()
})

test('a server on a full disk is not ready, says why, and is ready again once there is room', async ({
  skip,
}) => {
  if (reason !== '') {
    process.stdout.write(`Skipped, a server on a full disk: ${reason}\n`)
    skip(reason)
  }
  await chmod(engineFolder, 0o755)
  const server = await startServer({ DATA_DIR: engineFolder })
  const ready = () => server.call('GET', '/ready')
  expect((await ready()).status).toBe(200)

  const filler = join(engineFolder, 'filler')
  await fillDisk(filler)
  const send = (turn: number) =>
    server.call('POST', '/support/ticket', {
      body: { ...ticket(`Full ${turn}`), message: 'How does it work? '.repeat(100) },
    })
  let turn = 0
  await waitUntil(
    () => send(turn++),
    ({ status }) => status === 503,
    30_000,
  )
  const refused = await ready()
  expect({ status: refused.status, error: refused.body.error }).toEqual({
    status: 503,
    error: 'The disk of the database is full: nothing can be stored.',
  })
  await rm(filler)
  await waitUntil(ready, ({ status }) => status === 200)
  expect((await send(turn)).status).toBe(201)
  expect(await server.stop()).toBe(0)
})
