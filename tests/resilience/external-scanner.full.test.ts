/** Evidence files scanned by a real clamd, with a custom signature. */
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { startTestApp, type TestApp } from '#testing/test-app'
import { waitUntil } from './server.ts'
import {
  endProgram,
  findAccount,
  findFreePort,
  findProgram,
  skipWithReason,
  startProgram,
} from './system-programs.ts'

const clamd = findProgram('clamd', ['/usr/sbin', '/usr/local/sbin'])
const missing = clamd ? '' : 'clamd of the package clamav-daemon is not installed'
const MARK = 'lodefield-test-signature'

let app: TestApp
let folder: string
let port: number
let running: ReturnType<typeof startProgram> | undefined

/** Whether clamd responds. */
const answers = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('zPING\0'))
    socket.on('data', () => {
      resolve(true)
      socket.destroy()
    })
    socket.on('error', () => resolve(false))
  })

async function startScanner(): Promise<void> {
  running = startProgram(clamd ?? '', ['-c', join(folder, 'clamd.conf')])
  await waitUntil(answers, (isUp) => isUp, 60_000)
}

beforeAll(async () => {
  if (missing) return
  folder = await mkdtemp(join(tmpdir(), 'lodefield-clamd-'))
  port = await findFreePort()
  const database = join(folder, 'db')
  await mkdir(database)
  await writeFile(join(database, 'test.ndb'), `Lodefield.Test:0:*:${Buffer.from(MARK).toString('hex')}\n`)
  await writeFile(
    join(folder, 'clamd.conf'),
    [
      'Foreground yes',
      `TCPSocket ${port}`,
      'TCPAddr 127.0.0.1',
      `DatabaseDirectory ${database}`,
      'OfficialDatabaseOnly no',
      `TemporaryDirectory ${folder}`,
      'StreamMaxLength 25M',
      'MaxThreads 2',
      '',
    ].join('\n'),
  )
  const account = findAccount()
  await chmod(folder, 0o755)
  if (account) await chown(folder, account.uid, account.gid)
  await startScanner()
  app = await startTestApp({ CLAMAV_ADDRESS: `127.0.0.1:${port}` })
}, 90_000)
afterAll(async () => {
  if (missing) return
  if (running) await endProgram(running.child, 'SIGKILL')
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(({ skip }) => skipWithReason('with a malware scanner', missing, skip))

async function upload(content: BlobPart) {
  const { headers: signedIn, user, session } = await app.signIn()
  const headers = { ...signedIn, 'x-csrf-token': createCsrfToken(session.id, app.config.TOKEN_SECRET) }
  const form = new FormData()
  form.set('item', 'identity')
  form.set('file', new File([content], 'passport.pdf'))
  const response = await app.call('POST', '/user/verification/files', { headers, raw: form })
  const rows = await app.sql`select id from verification_files where user_id = ${user.id}`
  return { ...response, rows: rows.length }
}
const pdf = (text: string) => `%PDF-1.7\n${text}\nstartxref\n0\n%%EOF`
const stored = async () => (await readdir(app.uploads)).filter((name) => name.startsWith('evidence-'))

test('a clean file is stored as scanned', async () => {
  const { status, body, rows } = await upload(pdf('a passport'))
  expect([status, rows]).toEqual([201, 1])
  expect(body.file.scanned).toBe('clean')
})

test('a large file is scanned while it streams', async () => {
  const { status, body } = await upload(pdf('x'.repeat(19_900_000)))
  expect([status, body.file?.scanned]).toEqual([201, 'clean'])
})

test('an infected file is refused with a sentence, and nothing of it is kept', async () => {
  const before = await stored()
  const { status, body, rows } = await upload(pdf(`harmless ${MARK} harmless`))
  expect([status, rows]).toEqual([422, 0])
  expect(body.details).toEqual([
    { path: '/file', message: 'This file was blocked by the malware scan and was not saved.' },
  ])
  await expect.poll(stored).toEqual(before)
  expect(await readdir(join(app.uploads, '.arriving'))).toEqual([])
})

test('while the scanner is down nothing is kept, and the same file is stored once it is back', async () => {
  if (running) await endProgram(running.child, 'SIGKILL')
  const before = await stored()
  const { status, body, rows } = await upload(pdf('a passport'))
  expect([status, body.code, rows]).toEqual([503, 'unavailable', 0])
  await expect.poll(stored).toEqual(before)
  await startScanner()
  expect((await upload(pdf('a passport'))).body.file.scanned).toBe('clean')
}, 90_000)
