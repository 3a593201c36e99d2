import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutboxEmail } from '#db/seed/factories'
import { startMailServer } from '#testing/mail-server'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let server: Awaited<ReturnType<typeof startMailServer>>
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
let isRefusing = true
/** Attempts for recipients that start with "slow". Each waits until it is resolved. */
const held: PromiseWithResolvers<number>[] = []
beforeAll(async () => {
  server = await startMailServer({
    refuse: (recipient) => {
      if (recipient.startsWith('slow')) {
        const attempt = Promise.withResolvers<number>()
        held.push(attempt)
        return attempt.promise
      }
      return isRefusing && recipient.startsWith('nobody') ? 550 : undefined
    },
  })
  app = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Lodefield <desk@lodefield.example>' })
  admin = await app.signInAdmin()
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const call = (method: string, path: string) =>
  app.call(method, `${app.adm}/mails${path}`, { headers: admin.headers })
const SECRET = 'https://lodefield.example/access/reset-password#token=iSecret'

/** An email that the server has rejected. */
async function refused() {
  isRefusing = true
  const mail = await createOutboxEmail(app.db, {
    recipient: `nobody-${crypto.randomUUID()}@mailbox.example`,
    subject: 'Reset your password',
    body: SECRET,
    html: SECRET,
  })
  const id = mail.id
  await call('POST', `/${id}/retry`)
  await expect
    .poll(async () => (await app.sql`select status from outbox where id = ${id}`)[0]?.status)
    .toBe('failed')
  return mail
}

describe('emails in the panel', () => {
  test('are listed with state and reason, and never with their text', async () => {
    const { id, recipient } = await refused()
    const { status, body, text } = await call('GET', `?state=failed&search=${recipient}`)
    expect(status).toBe(200)
    expect(body.mails).toEqual([
      expect.objectContaining({
        id,
        recipient,
        state: 'failed',
        attempts: 1,
        can_retry: true,
        sent_at: null,
      }),
    ])
    expect(body.mails[0].reason).toContain('550')
    expect(body.mail_configured).toBe(true)
    expect(text).not.toContain('Secret')
    expect((await call('GET', `?state=sent&search=${recipient}`)).body.mails).toEqual([])
    const file = await call('GET', `/export?search=${recipient}`)
    expect(file.headers.get('x-total-count')).toBe('1')
    expect(file.text).toContain('550')
    expect(file.text).not.toContain('Secret')
  })

  test('are sent when retried, and the audit log names no recipient', async () => {
    const { id, recipient } = await refused()
    isRefusing = false
    const { status, body } = await call('POST', `/${id}/retry`)
    expect(status).toBe(200)
    expect(body.mail).toMatchObject({ id, state: 'pending', attempts: 0 })
    await expect.poll(() => server.to(recipient).length).toBe(1)
    await expect.poll(async () => (await call('POST', `/${id}/retry`)).body.code).toBe('conflict')
    const entries = await app.sql`
      select * from audit_log where action = 'mail.retry' and entity_id = ${String(id)}`
    expect(entries.length).toBeGreaterThan(0)
    expect(JSON.stringify(entries)).not.toContain(recipient)
  })

  test('keep their new attempt if one that began before it is rejected', async () => {
    const { id } = await createOutboxEmail(app.db, {
      recipient: `slow-${crypto.randomUUID()}@mailbox.example`,
    })
    const stored = async () => (await app.sql`select status, attempts from outbox where id = ${id}`)[0]
    await call('POST', `/${id}/retry`)
    await expect.poll(() => held.length).toBe(1)
    expect((await call('POST', `/${id}/retry`)).body.mail).toMatchObject({ state: 'pending', attempts: 0 })
    held[0]?.resolve(550)
    await expect.poll(() => held.length).toBe(2)
    expect(await stored()).toEqual({ status: 'pending', attempts: 1 })
    held[1]?.resolve(550)
    await expect.poll(stored).toEqual({ status: 'failed', attempts: 1 })
  })

  test('cannot be retried once their text is erased', async () => {
    const { id } = await createOutboxEmail(app.db, { status: 'failed', body: '' })
    expect((await call('POST', `/${id}/retry`)).body.code).toBe('conflict')
    expect((await call('POST', '/2147483647/retry')).status).toBe(404)
  })
})
