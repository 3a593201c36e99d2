import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCsrfToken } from '#common/csrf-token'
import { createEvidence } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing'
import { startMailServer } from '#testing-mail'

let app: TestApp
let server: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  server = await startMailServer()
  // Where no email is sent, no confirmation is asked for.
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
  const csrf = makeCsrfToken(session.id, app.config.TOKEN_SECRET)
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

test('an account whose email is not confirmed keeps three files of 10 MB in all, and more once it is', async () => {
  const { user, upload, keep } = await openAccount(false)
  await keep(9_999_999)
  expect(await upload()).toBe(
    '409 All files together may have at most 10 MB. Confirm your email address to upload more.',
  )
  await app.sql`update verification_files set size = 1000 where user_id = ${user.id}`
  expect([await upload(), await upload()]).toEqual(['stored', 'stored'])
  expect(await upload()).toBe('409 At most 3 files are allowed. Confirm your email address to upload more.')
  await app.sql`update users set email_confirmed = true where id = ${user.id}`
  expect(await upload()).toBe('stored')
})

test('a confirmed account keeps 200 MB in all, and uploads at most sixty files an hour', async () => {
  const { user, upload, keep } = await openAccount(true)
  for (let at = 0; at < 10; at += 1) await keep(20_000_000)
  expect(await upload()).toBe('409 All files together may have at most 200 MB. Remove one first.')
  await app.sql`delete from verification_files where user_id = ${user.id}`
  let last = ''
  for (let at = 0; at < 60; at += 1) {
    last = await upload()
    await app.sql`delete from verification_files where user_id = ${user.id}`
  }
  expect(last).toContain('429')
  expect(await (await openAccount(true)).upload(), 'another account').toBe('stored')
})
