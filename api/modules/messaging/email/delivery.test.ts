/** What a mail server receives, and which servers are trusted. */
import { execFile, execFileSync } from 'node:child_process'
import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { createNotification, createTicket } from '#db/seed/factories'
import { sendImmediateEmails } from '#modules/messaging/notifications/notification-emails'
import { startMailServer } from '#testing/mail-server'
import { startTestApp } from '#testing/test-app'
import { startEmailDelivery } from './outbox.ts'
import { queueEmails } from './queue-emails.ts'
import { createMailer } from './smtp-mailer.ts'

const FROM = 'Lodefield <desk@lodefield.example>'
const message = {
  id: 7,
  kind: 'ticket_reply',
  reference: 'T-000123',
  recipient: 'ada@example.com',
  subject: 'A reply',
  body: 'Your  question \n\nis answered.\n',
  html: '<p>Your question is answered.</p>',
  unsubscribe: 'https://lodefield.example/api/v1/unsubscribe/token',
  replyTo: 'support@lodefield.example',
  created_at: new Date('2026-11-24T09:00:00Z'),
}

const folder = mkdtempSync(join(tmpdir(), 'mail-delivery-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server key, with a certificate that no authority has signed. */
function makeCertificate() {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert]
  execFileSync('openssl', [...made, ...names], { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

describe('a connection', () => {
  test.each(['smtps', 'smtp'])(
    'of %s with a certificate that no authority has signed is not used',
    async (scheme) => {
      const server = await startMailServer({
        tls: { ...makeCertificate(), fromTheStart: scheme === 'smtps' },
      })
      const mailer = createMailer(server.url, FROM)
      expect(await mailer.send(message)).toMatchObject({
        status: 'refused',
        reason: expect.stringMatching(/self.signed certificate/i),
        isFinal: false,
      })
      expect(server.mails).toEqual([])
      mailer.close()
      await server.stop()
    },
  )

  test.each(['smtps', 'smtp'])(
    'of %s with a certificate that a trusted authority has signed is used',
    async (scheme) => {
      const server = await startMailServer({
        tls: { ...makeCertificate(), fromTheStart: scheme === 'smtps' },
      })
      // A process reads its trusted authorities when it starts.
      const source = `
      import { createMailer } from './api/modules/messaging/email/smtp-mailer.ts'
      const [url, from, { created_at, ...message }] = JSON.parse(process.env.GIVEN)
      const mailer = createMailer(url, from)
      console.log(JSON.stringify(await mailer.send({ ...message, created_at: new Date(created_at) })))
      mailer.close()`
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', source], {
        env: {
          ...process.env,
          NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
          GIVEN: JSON.stringify([server.url, FROM, message]),
        },
      })
      expect(JSON.parse(stdout)).toMatchObject({ status: 'sent' })
      expect(server.mails).toMatchObject([{ to: [message.recipient] }])
      await server.stop()
    },
  )
})

/** RFC 6376, sections 3.4.2 and 3.4.4: the form in which headers and body are signed. */
const relaxedHeader = (name: string, value: string): string =>
  `${name.toLowerCase()}:${value
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`
const relaxedBody = (body: string): string =>
  body
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trimEnd())
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n')

test('signs the email as it arrives for the domain (RFC 6376)', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = await startMailServer()
  const mailer = createMailer(server.url, FROM, {
    domainName: 'lodefield.example',
    keySelector: 'mail',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  expect(await mailer.send(message)).toEqual({ status: 'sent' })
  mailer.close()
  await server.stop()

  const source = server.mails[0]?.source ?? ''
  const end = source.indexOf('\r\n\r\n')
  const headers = [...source.slice(0, end + 2).matchAll(/^([\w-]+):((?:.*\r\n)(?:[ \t].*\r\n)*)/gm)].map(
    ([, name = '', value = '']) => ({ name: name.toLowerCase(), value }),
  )
  const headerOf = (name: string) => headers.find((header) => header.name === name)?.value ?? ''
  const signature = headerOf('dkim-signature')
  const tag = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(signature)?.[1]?.replace(/\s/g, '') ?? ''
  expect([tag('d'), tag('s'), tag('a'), tag('c')]).toEqual([
    'lodefield.example',
    'mail',
    'rsa-sha256',
    'relaxed/relaxed',
  ])
  const covered = tag('h').toLowerCase().split(':')
  // One-click unsubscription is trusted only if both of its headers are signed (RFC 8058, section 4).
  const needed = [
    'from',
    'to',
    'subject',
    'reply-to',
    'references',
    'list-unsubscribe',
    'list-unsubscribe-post',
  ]
  for (const name of needed) {
    expect(headerOf(name), name).not.toBe('')
    expect(covered, name).toContain(name)
  }
  const hash = createHash('sha256')
    .update(relaxedBody(source.slice(end + 4)))
    .digest('base64')
  expect(tag('bh')).toBe(hash)
  const signed = [
    ...tag('h')
      .split(':')
      .map((name) => `${relaxedHeader(name, headerOf(name))}\r\n`),
    relaxedHeader('dkim-signature', signature.replace(/(;\s*b=)[^;]*/, '$1')),
  ].join('')
  expect(createVerify('sha256').update(signed).verify(publicKey, tag('b'), 'base64')).toBe(true)
  expect(createVerify('sha256').update(`${signed} `).verify(publicKey, tag('b'), 'base64')).toBe(false)
})

test('lets a mail program unsubscribe by the address in the header (RFC 8058)', async () => {
  const server = await startMailServer()
  const app = await startTestApp({
    SMTP_URL: server.url,
    MAIL_FROM: FROM,
    PUBLIC_ORIGIN: 'https://lodefield.example',
  })
  const { user, headers } = await app.signIn()
  await app.sql`insert into notification_choices (user_id, kind, bell, email)
    values (${user.id}, 'transaction', true, 'now')`
  await createNotification(app.db, { user_id: user.id, category: 'transaction', title: 'Deposit completed' })
  await sendImmediateEmails()
  await expect.poll(() => server.to(user.email).length).toBe(1)
  const source = (server.to(user.email)[0]?.source ?? '').replace(/\r\n[ \t]+/g, ' ')
  expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const path = /^List-Unsubscribe: <https:\/\/lodefield\.example(\/\S+)>/m.exec(source)?.[1]
  const stopped = await app.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    }),
  )
  expect(stopped.status).toBe(200)
  const { preferences } = (await app.call('GET', '/user/preferences', { headers })).body
  expect(preferences.notifications.transaction).toEqual({ bell: true, email: 'off' })
  await app.close()
  await server.stop()
})

test('threads the emails about one ticket, and directs replies to the support department', async () => {
  const server = await startMailServer()
  const app = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: FROM })
  await app.sql`insert into contact_departments (department, email) values ('tech_support', 'support@lodefield.example')
    on conflict (department) do update set email = excluded.email`
  const { headers } = await app.signInAdmin()
  const ticket = await createTicket(app.db, { email: 'ada@visitor.example', subject: 'Custody' })
  for (const message of ['In a vault.', 'In Zurich.']) {
    const path = `${app.adm}/support/tickets/${ticket.id}/replies`
    expect((await app.call('POST', path, { body: { message }, headers })).status).toBe(201)
  }
  await expect.poll(() => server.to('ada@visitor.example').length).toBe(2)
  for (const { source, text } of server.to('ada@visitor.example')) {
    expect(source).toMatch(/^Reply-To: support@lodefield\.example\r$/m)
    expect(source).toContain(`In-Reply-To: <${ticket.reference}@lodefield.example>`)
    expect(source).toContain(`References: <${ticket.reference}@lodefield.example>`)
    expect(text).toContain('Replies to this email go to support@lodefield.example.')
  }
  await app.close()
  await server.stop()
})

test('sends a link for a new password before a mailing to everyone that was queued earlier', async () => {
  const server = await startMailServer()
  const app = await startTestApp()
  const mailing = Array.from({ length: 5 }, (_, at) => ({
    kind: 'notification',
    recipient: `r${at}@mailbox.example`,
  }))
  const written = [
    ...mailing,
    { kind: 'ticket_reply', recipient: 'v@visitor.example' },
    { kind: 'reset_password', recipient: 'ada@mailbox.example' },
  ]
  await queueEmails(
    written.map((each) => ({
      ...each,
      owner: { userId: null },
      letter: { subject: each.kind, name: 'Ada', paragraphs: ['Hello.'] },
    })),
  )
  const mail = startEmailDelivery({ url: server.url, from: FROM, log: app.log })
  await expect.poll(() => server.mails.length).toBe(7)
  expect(server.mails.map(({ to }) => to[0]).slice(0, 3)).toEqual([
    'ada@mailbox.example',
    'v@visitor.example',
    'r0@mailbox.example',
  ])
  await mail.close()
  await app.close()
  await server.stop()
})
