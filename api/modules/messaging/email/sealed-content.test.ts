import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { provideServices } from '#common/service-container'
import { createOutboxEmail } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { insertOutboxEmails } from './outbox.ts'
import { sealStoredMails } from './sealed-content.ts'

const OLD = 'an-old-key-of-mails-0123456789-abcdefgh'
const NEW = 'a-new-key-of-mails-0123456789-abcdefghi'
const LINK = 'https://lodefield.example/access/reset-password#token=iSecret'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => provideServices({ mailKeys: [OLD] }))

const mail = (recipient: string) => ({
  user_id: null,
  admin_id: null,
  kind: 'reset_password',
  reference: '',
  recipient,
  subject: 'Reset your password',
  body: LINK,
  html: `<a href="${LINK}">`,
  expires_at: null,
  unsubscribe: '',
})
const storedOf = async (recipient: string) =>
  (await app.sql`select * from outbox where recipient = ${recipient}`)[0]

test('stores what a mail says encrypted, and opens it for the same recipient only', async () => {
  await insertOutboxEmails([mail('ada@mailbox.example'), mail('eve@mailbox.example')])
  const stored = await storedOf('ada@mailbox.example')
  expect(JSON.stringify(stored)).not.toContain('iSecret')
  expect((await app.mails({ recipient: 'ada@mailbox.example' }))[0]).toMatchObject({ body: LINK })
  await app.sql`update outbox set body = ${stored?.body} where recipient = 'eve@mailbox.example'`
  expect((await app.mails({ recipient: 'eve@mailbox.example' }))[0]).toMatchObject({ body: '' })
})

test('encrypts earlier emails, and those of an earlier key, when the server starts', async () => {
  await createOutboxEmail(app.db, { recipient: 'before@mailbox.example', body: LINK })
  await insertOutboxEmails([mail('rotated@mailbox.example')])
  provideServices({ mailKeys: [NEW, OLD] })
  await sealStoredMails(app.log)
  provideServices({ mailKeys: [NEW] })
  for (const recipient of ['before@mailbox.example', 'rotated@mailbox.example']) {
    expect(JSON.stringify(await storedOf(recipient))).not.toContain('iSecret')
    expect((await app.mails({ recipient }))[0], recipient).toMatchObject({ status: 'pending', body: LINK })
  }
})

test('marks emails that no key decrypts as failed, and decrypts them when the key is back', async () => {
  await insertOutboxEmails([mail('lost@mailbox.example')])
  provideServices({ mailKeys: [NEW] })
  await sealStoredMails(app.log)
  expect(await storedOf('lost@mailbox.example')).toMatchObject({
    status: 'failed',
    last_error: expect.stringContaining('different MAIL_KEY'),
  })
  expect(app.logLines.join('\n')).toContain('mails cannot be sent')
  provideServices({ mailKeys: [NEW, OLD] })
  expect((await app.mails({ recipient: 'lost@mailbox.example' }))[0]).toMatchObject({ body: LINK })
})
