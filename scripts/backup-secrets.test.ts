import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTicket } from '#db/seed/factories'
import { createSessionCalls, createSignedInInvestor } from '#modules/identity/second-factors/testing-factors'
import { sendImmediateEmails } from '#modules/messaging/notifications/notification-emails'
import { startTestApp, type TestApp } from '#testing/test-app'
import { createEmptyDatabases, runCommand } from './test-backup-commands.ts'

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let app: TestApp
let folder: string
const databases = createEmptyDatabases()
/** Everything that grants access, by what it opens. */
const secrets = new Map<string, string>()

/** Records the tokens of all email links so far: each link is in the text and in the HTML. */
async function collectLinks() {
  for (const { kind, body, html, unsubscribe } of await app.mails()) {
    for (const text of [body, html, unsubscribe]) {
      for (const [, token = ''] of text.matchAll(/(?:#token=|\/unsubscribe\/)([\w.~-]{20,})/g)) {
        secrets.set(token, kind)
      }
    }
  }
}

beforeAll(async () => {
  app = await startTestApp({ PUBLIC_ORIGIN: 'https://lodefield.example' })
  folder = await mkdtemp(join(tmpdir(), 'lodefield-backup-secrets-'))
  const owner = createSessionCalls(app, await app.signInAdmin({ roles: ['owner'] }))
  const registered = await app.call('POST', '/auth/register', {
    body: {
      email: 'newcomer@visitor.example',
      password: 'Copper-Vein-7788',
      first_name: 'Ada',
      last_name: 'Quartz',
    },
  })
  expect(registered.status).toBe(201)
  const cookie = registered.headers.getSetCookie().join('; ')
  secrets.set(registered.body.access_token ?? registered.body.token, 'access token')
  for (const [, value = ''] of cookie.matchAll(/=([\w.~-]{30,})/g)) secrets.set(value, 'cookie')

  const investor = await createSignedInInvestor(app)
  const email = investor.user.email
  await app.call('POST', '/auth/password/forgot', { body: { email } })
  await investor.post('/user/export')
  await owner.post(`${app.adm}/administrators`, {
    username: 'invited',
    email: 'invited@lodefield.example',
    roles: ['support'],
  })
  const ticket = await createTicket(app.db, { user_id: investor.user.id, email })
  await owner.post(`${app.adm}/support/tickets/${ticket.id}/replies`, { message: 'Done.', status: 'closed' })
  await app.sql`insert into notification_choices (user_id, kind, bell, email) values (${investor.user.id}, 'investment', true, 'now')`
  await app.sql`insert into notifications (user_id, category, type, title, message)
    values (${investor.user.id}, 'investment', 'info', 'Units allotted', 'You hold 80 units.')`
  await sendImmediateEmails()
  const wanted = [
    'confirm_email',
    'reset_password',
    'administrator_invitation',
    'notification',
    'ticket_reply',
  ]
  await vi.waitUntil(
    async () => {
      await collectLinks()
      return wanted.every((kind) => [...secrets.values()].includes(kind))
    },
    { timeout: 15_000 },
  )
})
afterAll(async () => {
  await databases.dropAll()
  await rm(folder, { recursive: true, force: true })
  await app.close()
})

test('a backup has no link or token that grants access', async () => {
  const backup = join(folder, 'backup')
  const { code, err } = await runCommand('backup', [backup], app.url, app.config.DATA_DIR)
  expect([code, err]).toEqual([0, ''])
  const names = (await readdir(join(backup, 'tables'))).sort()
  expect(names).toContain('outbox.copy')
  for (const name of names) {
    const bytes = await readFile(join(backup, 'tables', name))
    const found = [...secrets].filter(([secret]) => bytes.includes(secret))
    expect(
      found.map(([, kind]) => kind),
      name,
    ).toEqual([])
  }
})

test('a backup restored without its key says that its emails cannot be decrypted', async () => {
  const backup = join(folder, 'restored-backup')
  expect((await runCommand('backup', [backup], app.url, app.config.DATA_DIR)).code).toBe(0)
  const url = await databases.create()
  const dataDir = join(folder, 'restored')
  expect((await runCommand('restore', [backup], url, dataDir)).code).toBe(0)
  const shown = await runCommand('mail', ['show', '1'], url, dataDir)
  expect(shown.code).toBe(1)
  expect(shown.err).toContain('different MAIL_KEY')
  expect((await runCommand('mail', ['show', '1'], app.url, app.config.DATA_DIR)).out).toContain('#token=')
})
