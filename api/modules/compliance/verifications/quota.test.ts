import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { createEvidence } from '#db/seed/factories'
import { startMailServer } from '#testing/mail-server'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let server: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  server = await startMailServer()
  // If no email is sent, no confirmation is required.
  app = await startTestApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'Lodefield <desk@lodefield.example>',
    RATE_LIMIT_SCALE: '1',
  })
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

async function openAccount(email_confirmed: boolean) {
  const { user, session, headers } = await app.signIn({ email_confirmed })
  const csrf = createCsrfToken(session.id, app.config.TOKEN_SECRET)
  const upload = async () => {
    const form = new FormData()
    form.set('item', 'identity')
    form.set('file', new File(['%PDF-1.7\nA passport\nstartxref\n0\n%%EOF'], 'passport.pdf'))
    const call = { headers: { ...headers, 'x-csrf-token': csrf }, raw: form }
    const { status, body } = await app.call('POST', '/user/verification/files', call)
    return status === 201 ? 'stored' : `${status} ${body.error}`
  }
  const keep = (size: number) => createEvidence(app.db, { user_id: user.id, size })
  return { user, upload, keep }
}

test('an account with an unconfirmed email keeps three files of 10 MB in total, and more once confirmed', async () => {
  const { user, upload, keep } = await openAccount(false)
  await keep(9_999_999)
  expect(await upload()).toBe(
    '409 The total size of your files cannot exceed 10 MB. Confirm your email address to upload more.',
  )
  await app.sql`update verification_files set size = 1000 where user_id = ${user.id}`
  expect([await upload(), await upload()]).toEqual(['stored', 'stored'])
  expect(await upload()).toBe('409 You can upload up to 3 files. Confirm your email address to upload more.')
  await app.sql`update users set email_confirmed = true where id = ${user.id}`
  expect(await upload()).toBe('stored')
})

test('a confirmed account keeps 200 MB in total, and uploads at most sixty files an hour', async () => {
  const { user, upload, keep } = await openAccount(true)
  for (let at = 0; at < 10; at += 1) await keep(20_000_000)
  expect(await upload()).toBe('409 The total size of your files cannot exceed 200 MB. Remove one first.')
  await app.sql`delete from verification_files where user_id = ${user.id}`
  let last = ''
  for (let at = 0; at < 60; at += 1) {
    last = await upload()
    await app.sql`delete from verification_files where user_id = ${user.id}`
  }
  expect(last).toContain('429')
  expect(await (await openAccount(true)).upload(), 'another account').toBe('stored')
})
