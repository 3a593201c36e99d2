import { afterAll, describe, expect, test } from 'vitest'
import { createFactor } from '#db/seed/factories'
import { PASSWORD, startAccounts } from './testing-accounts.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'
const FROM = { 'user-agent': FIREFOX }

const { app, newEmail, linkTo, post, openAccount, close } = await startAccounts()
afterAll(close)

const check = (token: string) => post('/auth/links/check', { token })
const linkOf = async (token: string) => (await check(token)).body.link
const badToken = { status: 422, body: { code: 'validation', details: [{ path: '/token' }] } }

/** An account confirmed a moment ago, in Firefox. */
async function openConfirmed() {
  const { email, user, session, headers } = await openAccount()
  await app.sql`update sessions set confirmed_at = now() where id = ${session.id}`
  return { email, id: user.id, headers: { ...headers, ...FROM } }
}

async function forget(email: string): Promise<string> {
  expect((await post('/auth/password/forgot', { email })).status).toBe(202)
  return linkTo(email, /^Reset your password/)
}

describe('the check of a link', () => {
  test('names its address, and leaves it as it is', async () => {
    const { email } = await openConfirmed()
    const token = await forget(email)
    const link = { kind: 'reset', email, event: null, expires_at: expect.any(String) }
    for (const _ of [1, 2]) expect(await check(token)).toMatchObject({ status: 200, body: { link } })
    expect((await post('/auth/password/reset', { token, password: 'Zircon-grain-7!' })).status).toBe(200)
  })

  test('of a used link gives the response of an unknown one, and changes nothing by GET', async () => {
    const { email } = await openConfirmed()
    const token = await forget(email)
    expect((await app.call('GET', `/auth/links/check?token=${token}`)).status).toBe(405)
    await post('/auth/password/reset', { token, password: 'Zircon-grain-7!' })
    const [used, unknown] = [await check(token), await check(`i${'A'.repeat(43)}`)]
    expect(used).toMatchObject(badToken)
    const { request_id: _one, ...ofUsed } = used.body
    const { request_id: _other, ...ofUnknown } = unknown.body
    expect(ofUsed).toEqual(ofUnknown)
    expect(ofUsed.error).toMatch(/already been used/)
  })

  test('reports that a link has expired, or that its account has since changed', async () => {
    const late = await openConfirmed()
    const lateToken = await forget(late.email)
    await app.sql`update account_links set expires_at = now() where user_id = ${late.id}`
    const { body } = await check(lateToken)
    expect(body.error).toMatch(/expired/)
    const moved = await openConfirmed()
    const movedToken = await forget(moved.email)
    await app.sql`update users set email = ${newEmail()} where id = ${moved.id}`
    expect((await check(movedToken)).body.error).toMatch(/has changed since/)
    const disabled = await openConfirmed()
    const disabledToken = await forget(disabled.email)
    await app.sql`update users set is_active = false where id = ${disabled.id}`
    expect(await check(disabledToken)).toMatchObject(badToken)
  })

  test('names the new address of a change, and to its former owner what was changed, when, with what and where', async () => {
    const { email, headers } = await openConfirmed()
    const changed = newEmail()
    const body = { email: changed, current_password: PASSWORD }
    expect((await app.call('PUT', '/user/email', { headers, body })).status).toBe(202)
    const token = await linkTo(changed, /^Confirm your new email/)
    expect(await linkOf(token)).toMatchObject({ kind: 'change', email: changed, event: null })
    expect((await post('/auth/email/confirm', { token }, FROM)).status).toBe(200)
    expect(await linkOf(await linkTo(email, /^Your email address was changed/))).toMatchObject({
      kind: 'undo',
      email,
      event: {
        what: `Email address changed to ${changed}`,
        device: 'Firefox 131 on Windows 10',
        place: '',
      },
    })
  })

  test('gives the subject of a report link: a factor, or a sign-in', async () => {
    const { email, headers, id } = await openConfirmed()
    const factor = await createFactor(app.db, { user_id: id, name: 'Work laptop' })
    const before = Date.now()
    expect((await app.call('DELETE', `/user/factors/${factor.id}`, { headers })).status).toBe(200)
    const token = await linkTo(email, /removed$/)
    const { event, kind } = await linkOf(token)
    expect([kind, event.what, event.device]).toEqual([
      'not_me',
      'Passkey removed: Work laptop',
      'Firefox 131 on Windows 10',
    ])
    expect(Date.parse(event.at)).toBeGreaterThanOrEqual(before - 1)
    await app.sql`update users set is_active = false where id = ${id}`
    expect((await linkOf(token)).kind, 'also for a deactivated account').toBe('not_me')

    const person = { first_name: 'Ada', last_name: 'Stone', email: newEmail(), password: PASSWORD }
    await post('/auth/register', person, FROM)
    const isRecorded = async () =>
      (await app.sql`select from login_records where email = ${person.email}`).length
    await expect.poll(isRecorded).toBe(1)
    await post('/auth/user/login', { email: person.email, password: PASSWORD }, { 'user-agent': 'curl/8.1' })
    expect((await linkOf(await linkTo(person.email, /^New sign-in/))).event.what).toMatch(
      /^Sign-in from a new/,
    )
  })
})
