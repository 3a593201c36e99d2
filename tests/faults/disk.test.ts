import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing'
import { adm, endServers, openCallers, startServer } from './server.ts'

const MEGABYTE = 1024 * 1024

let folder: string
let store: TestDatabase
let reason = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodefield-small-'))
  reason = await mountSmallDisk(folder)
  store = await createTestDatabase()
})
afterAll(async () => {
  await endServers()
  if (reason === '') await Bun.spawn(['umount', folder]).exited
  await rm(folder, { recursive: true, force: true })
  await store.drop()
})

/** Mounts a disk of four megabytes; returns the reason when that is impossible here, else an empty string. */
async function mountSmallDisk(on: string): Promise<string> {
  if (process.platform !== 'linux')
    return `a small disk can be mounted on Linux only, not on ${process.platform}`
  if (process.getuid?.() !== 0) return 'only root may mount a small disk'
  const mount = Bun.spawn(['mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', on], { stderr: 'pipe' })
  const said = await new Response(mount.stderr).text()
  return (await mount.exited) === 0 ? '' : `the small disk could not be mounted: ${said.trim()}`
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
    return server.call('POST', `${adm}/documents/upload`, { headers, raw: form })
  }
  const uploads = join(folder, 'uploads')
  const files = () => readdirSync(uploads).filter((name) => name.endsWith('.pdf'))
  const arriving = () => readdirSync(join(uploads, '.arriving'))

  expect((await upload(MEGABYTE, 'fits.pdf')).status).toBe(201)
  const refused = await Promise.all([upload(8 * MEGABYTE, 'large.pdf'), upload(20 * MEGABYTE, 'larger.pdf')])
  for (const { status, body } of refused) {
    expect({ status, code: body.code }).toEqual({ status: 507, code: 'storage_full' })
    expect(body.error).toBe('There is no room for this file. Nothing was stored.')
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
