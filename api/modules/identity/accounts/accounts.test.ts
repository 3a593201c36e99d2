import { afterAll, describe, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { loginRecords } from '#db/schema/identity/accounts'
import { createFactor, createOutboxEmail, createSession } from '#db/seed/factories'
import { getTokenFromEmail } from '#testing/mail-server'
import { sendNewDeviceAlerts } from './new-device-alert.ts'
import { PASSWORD, startAccounts } from './testing-accounts.ts'

const OTHER = 'Zircon-grain-7!'

const { app, mail, hash, newEmail, linkTo, post, openAccount, close } = await startAccounts()
afterAll(close)

type Account = Awaited<ReturnType<typeof openAccount>>

const signIn = (email: string, password: string) => post('/auth/user/login', { email, password })
const isSignedIn = async ({ headers }: { headers: Record<string, string> }) =>
  (await app.call('GET', '/user/profile', { headers })).status === 200

async function forget(email: string) {
  const sent = mail.to(email).length
  expect(await post('/auth/password/forgot', { email })).toMatchObject({
    status: 202,
    body: { success: true },
  })
  await expect.poll(() => mail.to(email).length).toBeGreaterThan(sent)
  return linkTo(email, /^Reset your password/)
}
const reset = (token: string, password = OTHER) => post('/auth/password/reset', { token, password })
const badToken = { status: 422, body: { code: 'validation', details: [{ path: '/token' }] } }

describe('a forgotten password', () => {
  test('is replaced through the emailed link, which ends all sessions and notifies the owner', async () => {
    const account = await openAccount()
    const token = await forget(account.email)
    expect(mail.to(account.email)[0]?.text).toContain(
      'https://lodefield.example/access/reset-password#token=',
    )
    expect(await reset(token)).toMatchObject({ status: 200, body: { success: true } })
    expect((await signIn(account.email, PASSWORD)).status).toBe(401)
    expect((await signIn(account.email, OTHER)).status).toBe(200)
    expect(await isSignedIn(account)).toBe(false)
    await linkTo(account.email, /^Your password was changed/)
  })

  test('is not replaced by a link that is used, expired, of another kind or unknown', async () => {
    const account = await openAccount()
    const used = await forget(account.email)
    await reset(used)
    expect(await reset(used, 'Another-one-8!')).toMatchObject(badToken)
    const late = await forget(account.email)
    await app.sql`update account_links set expires_at = now() where user_id = ${account.user.id}`
    expect(await reset(late)).toMatchObject(badToken)
    for (const token of ['x', `i${'A'.repeat(43)}`]) expect(await reset(token)).toMatchObject(badToken)
    const person = { first_name: 'Ada', last_name: 'Stone', email: newEmail(), password: PASSWORD }
    await post('/auth/register', person)
    const ofAnotherKind = await linkTo(person.email, /^Confirm your email/)
    expect(await reset(ofAnotherKind)).toMatchObject(badToken)
    expect((await signIn(account.email, OTHER)).status).toBe(200)
  })

  test('leaves the link valid after a weak password, or the previous one', async () => {
    const { email } = await openAccount()
    const token = await forget(email)
    for (const weak of ['short', email, PASSWORD]) {
      expect(await reset(token, weak)).toMatchObject({
        status: 422,
        body: { details: [{ path: '/password' }] },
      })
    }
    expect((await reset(token)).status).toBe(200)
  })

  test('gets the same response for an unknown email, a disabled account and an administrator', async () => {
    const { admin } = await app.signInAdmin()
    const disabled = await openAccount({ is_active: false })
    const emails = [newEmail(), disabled.email, admin.email]
    for (const email of emails) {
      const response = await post('/auth/password/forgot', { email })
      expect([response.status, response.text]).toEqual([202, '{"success":true}'])
    }
    // Requests are processed in turn: once this one is done, so are the others.
    await forget((await openAccount()).email)
    expect(emails.map((email) => mail.to(email).length)).toEqual([0, 0, 0])
  })

  test('ends other links for the same account, and unlocks a locked one', async () => {
    const { email } = await openAccount()
    for (let attempt = 0; attempt < 3; attempt++) await signIn(email, 'Wrong-one-1!')
    await app.sql`update lockouts set points = 1000000000`
    expect((await signIn(email, PASSWORD)).status).toBe(423)
    const [first, second] = [await forget(email), await forget(email)]
    expect(second).not.toBe(first)
    expect((await reset(second)).status).toBe(200)
    expect(await reset(first, 'Another-one-8!')).toMatchObject(badToken)
    expect((await signIn(email, OTHER)).status).toBe(200)
  })

  test('cancels a pending account closure, as the email says', async () => {
    const { user, email } = await openAccount()
    await app.sql`update users set closes_at = now() + interval '14 days' where id = ${user.id}`
    expect((await reset(await forget(email))).status).toBe(200)
    expect(await app.sql`select closes_at from users where id = ${user.id}`).toEqual([{ closes_at: null }])
    await linkTo(email, /^Your password was changed/)
    expect(mail.to(email).at(-1)?.text).toContain('The pending account closure has been cancelled.')
  })

  test('has one winner when a link is used twice simultaneously', async () => {
    const { email } = await openAccount()
    const token = await forget(email)
    const passwords = ['Feldspar-band-1!', 'Feldspar-band-2!', 'Feldspar-band-3!']
    const results = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(results.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    const winner = passwords[results.findIndex(({ status }) => status === 200)] ?? ''
    expect((await signIn(email, winner)).status).toBe(200)
  })

  test('leaves the second factors of a confirmed account, which the next sign-in requires', async () => {
    const { user, email } = await openAccount({ email_confirmed: true })
    const { id } = await createFactor(app.db, { user_id: user.id })
    expect((await reset(await forget(email))).status).toBe(200)
    expect(await app.sql`select id from factors where user_id = ${user.id}`).toEqual([{ id }])
    const { status, body } = await signIn(email, OTHER)
    expect([status, body.access_token]).toEqual([200, undefined])
    expect(body.second_factor.methods).toHaveLength(1)
  })

  test('of an administrator requires the path, which no email contains, and is audited', async () => {
    const { admin, headers } = await app.signInAdmin({ email: newEmail(), password_hash: hash })
    const ask = (path: string) =>
      post('/auth/password/forgot', { email: admin.email }, { 'x-admin-path': path })
    expect((await ask('wrong-path-0123456789')).status).toBe(404)
    expect((await ask(app.adminPath)).status).toBe(202)
    const token = await linkTo(admin.email, /^Reset your password/)
    expect(
      mail
        .to(admin.email)
        .map(({ source }) => source)
        .join(),
    ).not.toContain(app.adminPath)
    expect((await reset(token)).status).toBe(200)
    expect((await app.call('GET', `${app.adm}/profile`, { headers })).status).toBe(401)
    const login = await post(
      '/auth/login',
      { username: admin.username, password: OTHER },
      { 'x-admin-path': app.adminPath },
    )
    expect(login.status).toBe(200)
    const entries = await app.sql`select entity_id from audit_log where action = 'admin.reset_password'`
    expect(entries).toEqual([{ entity_id: String(admin.id) }])
  })
})

const register = async () => {
  const person = { first_name: 'Ada', last_name: 'Stone', email: newEmail(), password: PASSWORD }
  const { body } = await post('/auth/register', person)
  const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
  const csrf = createCsrfToken(claims.sid, app.config.TOKEN_SECRET)
  return {
    email: person.email,
    user: body.user,
    headers: { authorization: `Bearer ${body.access_token}`, 'x-csrf-token': csrf },
  }
}
const confirm = (token: string, fields: object = {}, headers: Record<string, string> = {}) =>
  post('/auth/email/confirm', { token, ...fields }, headers)

describe('the email of a new account', () => {
  test('is confirmed by a reset too, which removes factors that someone else had added', async () => {
    const squatter = await register()
    const { id } = squatter.user
    await createFactor(app.db, { user_id: id })
    expect((await reset(await forget(squatter.email))).status).toBe(200)
    expect(await app.sql`select email_confirmed from users where id = ${id}`).toEqual([
      { email_confirmed: true },
    ])
    expect((await signIn(squatter.email, OTHER)).body).toHaveProperty('access_token')
  })

  test('of an account that somebody else has registered becomes the mailbox owner’s with a new password', async () => {
    const squatter = await register()
    const { id } = squatter.user
    await createFactor(app.db, { user_id: id, name: 'Key of a squatter' })
    const written = {
      name: 'Vic Tim',
      email: squatter.email,
      subject: 'Guest',
      message: 'A guest wrote this',
    }
    expect((await post('/support/ticket', written)).status).toBe(201)
    const token = await linkTo(squatter.email, /^Confirm your email/)
    // The mailbox alone, and a guessed password.
    expect(await confirm(token, { password: 'Guessed-one-1!' })).toMatchObject({
      status: 422,
      body: { code: 'validation', details: [{ path: '/password' }] },
    })
    expect((await confirm(token, {}, (await openAccount()).headers)).status).toBe(200)
    const owned = () => app.sql`select email from confirmed_emails where user_id = ${id}`
    expect(await owned()).toEqual([])
    // With a factor added afterwards.
    await createFactor(app.db, { user_id: id, name: 'Later key of a squatter' })
    expect((await reset(await forget(squatter.email))).status).toBe(200)
    expect(await owned()).toEqual([{ email: squatter.email }])
    expect(await isSignedIn(squatter)).toBe(false)
    const { body } = await signIn(squatter.email, OTHER)
    expect(body).toHaveProperty('access_token')
    const headers = { authorization: `Bearer ${body.access_token}` }
    const { activity } = (await app.call('GET', '/user/activity', { headers })).body
    const removed = activity.filter(({ kind }: { kind: string }) => kind === 'factor_removed')
    expect(removed.map(({ detail }: { detail: string }) => detail).sort()).toEqual([
      'Key of a squatter',
      'Later key of a squatter',
    ])
    await linkTo(squatter.email, /^Your password was changed/)
    expect(mail.to(squatter.email).at(-1)?.text).toContain('“Key of a squatter”')
  })

  test.each([
    ['in the session of the account', (headers: Record<string, string>) => ({ headers, fields: {} })],
    ['with its password, on another device', () => ({ headers: {}, fields: { password: PASSWORD } })],
  ])('is confirmed %s, and keeps its second factors when the password is reset', async (_, proof) => {
    const account = await register()
    await createFactor(app.db, { user_id: account.user.id })
    const { headers, fields } = proof(account.headers)
    expect((await confirm(await linkTo(account.email, /^Confirm your email/), fields, headers)).status).toBe(
      200,
    )
    expect(await app.sql`select email from confirmed_emails where user_id = ${account.user.id}`).toEqual([
      { email: account.email },
    ])
    expect((await reset(await forget(account.email))).status).toBe(200)
    expect((await signIn(account.email, OTHER)).body).toHaveProperty('second_factor')
  })

  test('is confirmed by the emailed link, once', async () => {
    const account = await register()
    expect(account.user).toMatchObject({ email_confirmed: false, country: '' })
    const token = await linkTo(account.email, /^Confirm your email/)
    expect(await confirm(token)).toMatchObject({ status: 200, body: { success: true } })
    const { body } = await app.call('GET', '/user/profile', { headers: account.headers })
    expect(body.user.email_confirmed).toBe(true)
    const again = await confirm(token)
    expect(again).toMatchObject(badToken)
    expect(again.body.error).toContain('already been used')
  })

  test('is not confirmed by an expired or unknown link, with a message that says so', async () => {
    const account = await register()
    const token = await linkTo(account.email, /^Confirm your email/)
    await app.sql`update account_links set expires_at = now() where user_id = ${account.user.id}`
    for (const [used, reason] of [
      [token, 'has expired'],
      [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'is incomplete'],
    ] as const) {
      const late = await confirm(used)
      expect(late).toMatchObject(badToken)
      expect(late.body.error).toContain(reason)
    }
  })

  test('is not confirmed by opening the page of the link, nor by a GET request', async () => {
    const account = await register()
    const token = await linkTo(account.email, /^Confirm your email/)
    for (const path of ['/auth/email/confirm', `/auth/email/confirm?token=${token}`]) {
      expect((await app.call('GET', path)).status).toBe(405)
    }
    expect(
      (await app.call('GET', '/user/profile', { headers: account.headers })).body.user.email_confirmed,
    ).toBe(false)
    expect((await confirm(token)).status).toBe(200)
  })

  test('must be confirmed before a subscription and a verification, if email is sent', async () => {
    const account = await register()
    const subscribe = () =>
      app.call('POST', '/user/subscriptions', {
        headers: account.headers,
        body: { symbol: '$NONE', amount: '100.00', acknowledged: [] },
      })
    const refused = await subscribe()
    expect([refused.status, refused.body.code]).toEqual([409, 'not_verified'])
    expect(refused.body.error).toContain('confirm your email')
    const submitted = await app.call('POST', '/user/verification/submit', {
      headers: account.headers,
      body: {},
    })
    expect([submitted.status, submitted.body.code]).toEqual([409, 'not_verified'])
    const profile = async () =>
      (await app.call('GET', '/user/profile', { headers: account.headers })).body.user.must_confirm_email
    expect([account.user.must_confirm_email, await profile()]).toEqual([true, true])
    await confirm(await linkTo(account.email, /^Confirm your email/))
    expect(await profile()).toBeUndefined()
    expect((await subscribe()).status).toBe(404)
  })

  test('is sent a new link once a minute and five times a day', async () => {
    const account = await register()
    const again = () => app.call('POST', '/user/email/confirmation', { headers: account.headers, body: {} })
    const age = () =>
      app.sql`update account_links set created_at = created_at - interval '1 minute' where user_id = ${account.user.id}`
    expect((await again()).status).toBe(202)
    for (let sent = 1; sent < 5; sent++) {
      const early = await again()
      expect([early.status, early.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      await app.sql`update users set created_at = created_at - interval '1 minute' where id = ${account.user.id}`
      await age()
      expect((await again()).status).toBe(202)
    }
    await app.sql`update users set created_at = created_at - interval '1 minute' where id = ${account.user.id}`
    await age()
    const sixth = await again()
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3_600)
  })

  test('gets five emails a day from accounts that ask, and the responses do not tell', async () => {
    const target = newEmail()
    const taken = await openAccount()
    for (const email of [target, taken.email]) {
      // One after the other: on a busy machine the queue of password checks rejects eight at once.
      for (let count = 0; count < 8; count++) {
        const { headers } = await openAccount()
        const body = { email, current_password: PASSWORD }
        const { status, text } = await app.call('PUT', '/user/email', { headers, body })
        expect([status, text]).toEqual([202, '{"success":true}'])
      }
      const queued =
        await app.sql`select from outbox where lower(recipient) = ${email} and kind in ('confirm_change', 'email_taken')`
      expect(queued).toHaveLength(5)
    }
    // Whoever registers the address is still sent a link.
    const { body } = await post('/auth/register', {
      first_name: 'Ada',
      last_name: 'Stone',
      email: target,
      password: PASSWORD,
    })
    expect(body.user.email).toBe(target)
    await linkTo(target, /^Confirm your email/)
  })

  test('is sent no link once it is confirmed, nor without a CSRF token', async () => {
    const { headers } = await openAccount()
    expect((await app.call('POST', '/user/email/confirmation', { headers, body: {} })).status).toBe(409)
    const { authorization } = headers
    const bare = await app.call('POST', '/user/email/confirmation', { headers: { authorization }, body: {} })
    expect(bare.body.code).toBe('csrf')
  })
})

describe('a change of password', () => {
  const change = ({ headers }: Pick<Account, 'headers'>, current_password: string, new_password: string) =>
    app.call('PUT', '/user/password', { headers, body: { current_password, new_password } })

  test('keeps this session, ends the others and the reset links, and is told by mail', async () => {
    const account = await openAccount()
    const link = await forget(account.email)
    const { body } = await signIn(account.email, PASSWORD)
    const elsewhere = { headers: { authorization: `Bearer ${body.access_token}`, 'x-csrf-token': '' } }
    expect(await change(account, PASSWORD, OTHER)).toMatchObject({ status: 200, body: { success: true } })
    expect(await isSignedIn(account)).toBe(true)
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect((await post('/auth/refresh', { refresh_token: body.refresh_token })).status).toBe(401)
    expect((await signIn(account.email, OTHER)).status).toBe(200)
    expect(await reset(link, 'Another-one-8!')).toMatchObject(badToken)
    await linkTo(account.email, /^Your password was changed/)
    const told = await app.sql`
      select category, title, email, in_bell from notifications where user_id = ${account.user.id} and title <> 'New sign-in'`
    expect(told).toEqual([{ category: 'security', title: 'Password changed', email: 'off', in_bell: true }])
  })

  test('needs the current password, whose failures count towards the lockout, and a good new one', async () => {
    const account = await openAccount()
    const wrong = await change(account, 'Wrong-one-1!', OTHER)
    expect(wrong).toMatchObject({ status: 422, body: { details: [{ path: '/current_password' }] } })
    const [counted] = await app.sql`select max(points)::int as points from lockouts where points < 1000`
    expect(counted?.points).toBeGreaterThan(0)
    for (const weak of ['weak', PASSWORD, account.email]) {
      expect(await change(account, PASSWORD, weak)).toMatchObject({
        status: 422,
        body: { details: [{ path: '/new_password' }] },
      })
    }
    await app.sql`update lockouts set points = 1000000000`
    expect((await change(account, PASSWORD, OTHER)).status).toBe(423)
  })
})

describe('a password change of an administrator', () => {
  const openAdmin = (isConfirmed = true) =>
    app.signInAdmin({ email: newEmail(), password_hash: hash }, isConfirmed)
  const change = (headers: Record<string, string>, body: object) =>
    app.call('PUT', `${app.adm}/profile/password`, { headers, body })

  test('keeps this session, ends the others, is reported by email and is recorded', async () => {
    const { admin, headers, session } = await openAdmin(false)
    await createSession(app.db, { role: 'admin', admin_id: admin.id })
    const body = { current_password: PASSWORD, new_password: OTHER }
    expect(await change(headers, body)).toMatchObject({ status: 200, body: { success: true } })
    const open = await app.sql`select id from sessions where admin_id = ${admin.id} and revoked_at is null`
    expect(open).toEqual([{ id: session.id }])
    expect((await app.call('GET', `${app.adm}/profile`, { headers })).status).toBe(200)
    const [entry] = await app.sql`
      select action from audit_log where admin_id = ${admin.id} and entity = 'admin' order by id desc limit 1`
    expect(entry).toEqual({ action: 'admin.change_password' })
    await expect
      .poll(() => mail.to(admin.email).map(({ subject }) => subject), { timeout: 5_000 })
      .toEqual([expect.stringMatching(/^Your password was changed/)])
  })

  test('needs the current password, whose failures count towards the lockout, and a good new one', async () => {
    const { headers } = await openAdmin()
    const wrong = { current_password: 'Wrong-one-1!', new_password: OTHER }
    const weak = { current_password: PASSWORD, new_password: 'weak' }
    const paths = async (body: object) => (await change(headers, body)).body.details[0].path
    expect([await paths(weak), await paths(wrong)]).toEqual(['/new_password', '/current_password'])
    const [counted] = await app.sql`select max(points)::int as points from lockouts where points < 1000`
    expect(counted?.points).toBeGreaterThan(0)
    await app.sql`update lockouts set points = 1000000000`
    expect((await change(headers, { current_password: PASSWORD, new_password: OTHER })).status).toBe(423)
  })

  test('requires a confirmation if there is a second factor, as for an investor', async () => {
    const { admin, headers } = await openAdmin(false)
    await createFactor(app.db, { admin_id: admin.id })
    const body = { current_password: PASSWORD, new_password: OTHER }
    const needed = { status: 403, body: { code: 'step_up_required' } }
    expect(await change(headers, body)).toMatchObject(needed)
    const investor = await openAccount()
    await app.sql`update sessions set confirmed_at = null where id = ${investor.session.id}`
    const own = () => app.call('PUT', '/user/password', { headers: investor.headers, body })
    await createFactor(app.db, { user_id: investor.user.id })
    expect(await own()).toMatchObject(needed)
    await app.sql`delete from factors where user_id = ${investor.user.id}`
    expect((await own()).status).toBe(200)
  })
})

describe('a change of email', () => {
  test('requires a confirmation: with the password, for an account without a second factor', async () => {
    const account = await openAccount()
    await app.sql`update sessions set confirmed_at = null where id = ${account.session.id}`
    const body = { email: newEmail(), current_password: PASSWORD }
    const ask = () => app.call('PUT', '/user/email', { headers: account.headers, body })
    expect(await ask()).toMatchObject({
      status: 403,
      body: { code: 'step_up_required', details: [{ path: '/method', message: 'password' }] },
    })
    await app.call('POST', '/user/step-up', {
      headers: account.headers,
      body: { method: 'password', password: PASSWORD },
    })
    expect((await ask()).status).toBe(202)
  })

  const change = ({ headers }: Pick<Account, 'headers'>, email: string, current_password = PASSWORD) =>
    app.call('PUT', '/user/email', { headers, body: { email, current_password } })
  const undo = (token: string) => post('/auth/email/undo', { token })
  const read = async ({ headers }: Pick<Account, 'headers'>) =>
    (await app.call('GET', '/user/email', { headers })).body

  test('takes effect through the link to the new address, and the former one is notified', async () => {
    const account = await openAccount()
    const email = newEmail()
    expect(await change(account, email)).toMatchObject({ status: 202, body: { success: true } })
    expect(await read(account)).toMatchObject({ email: account.email, pending: { email } })
    expect((await signIn(email, PASSWORD)).status).toBe(401)
    const lost = await forget(account.email)
    expect((await confirm(await linkTo(email, /^Confirm your new email/))).status).toBe(200)
    expect(await read(account)).toMatchObject({ email, email_confirmed: true, pending: null })
    expect((await signIn(email, PASSWORD)).status).toBe(200)
    expect((await signIn(account.email, PASSWORD)).status).toBe(401)
    await linkTo(account.email, /^Your email address was changed/)
    expect(mail.to(account.email).at(-1)?.text).toContain(email)
    // The former mailbox can no longer get anyone back in.
    expect(await reset(lost)).toMatchObject(badToken)
  })

  test('redirects unsent emails, except those that protect the account', async () => {
    const account = await openAccount()
    const email = newEmail()
    await change(account, email)
    const token = await linkTo(email, /^Confirm your new email/)
    const later = new Date(Date.now() + 3_600_000)
    for (const kind of ['ticket_reply', 'password_changed']) {
      await createOutboxEmail(app.db, {
        user_id: account.user.id,
        kind,
        recipient: account.email,
        body: 'Waiting',
        next_attempt_at: later,
      })
    }
    expect((await confirm(token)).status).toBe(200)
    const waiting = async (recipient: string) =>
      (await app.mails({ recipient })).filter(({ body }) => body === 'Waiting').map(({ kind }) => kind)
    expect([await waiting(email), await waiting(account.email)]).toEqual([
      ['ticket_reply'],
      ['password_changed'],
    ])
  })

  test('replaces an earlier one, and can be cancelled', async () => {
    const account = await openAccount()
    const [first, second] = [newEmail(), newEmail()]
    await change(account, first)
    await change(account, second)
    expect(await confirm(await linkTo(first, /^Confirm your new email/))).toMatchObject(badToken)
    const cancel = () => app.call('DELETE', '/user/email/change', { headers: account.headers })
    expect(await cancel()).toMatchObject({ status: 200, body: { success: true } })
    expect(await confirm(await linkTo(second, /^Confirm your new email/))).toMatchObject(badToken)
    expect((await cancel()).status).toBe(404)
  })

  test('to the address of another account looks the same, and notifies only its owner', async () => {
    const [account, owner] = [await openAccount(), await openAccount()]
    expect(await change(account, owner.email.toUpperCase())).toMatchObject({
      status: 202,
      body: { success: true },
    })
    expect((await read(account)).pending.email).toBe(owner.email.toUpperCase())
    await expect.poll(() => mail.to(owner.email).length).toBe(1)
    expect(mail.to(owner.email)[0]?.subject).toBe('Your email address is already registered')
    expect(getTokenFromEmail(mail.to(owner.email)[0] ?? { text: '' })).toBe('')
  })

  test('is rejected if the address was taken before it was confirmed', async () => {
    const account = await openAccount()
    const email = newEmail()
    await change(account, email)
    await openAccount({ email })
    expect((await confirm(await linkTo(email, /^Confirm your new email/))).status).toBe(409)
  })

  test.each([
    ['a reset of the password', async (account: Account) => reset(await forget(account.email))],
    [
      'a new password',
      ({ headers }: Account) =>
        app.call('PUT', '/user/password', {
          headers,
          body: { current_password: PASSWORD, new_password: OTHER },
        }),
    ],
    [
      'the end of other sessions',
      ({ headers }: Account) => app.call('POST', '/user/sessions/end-others', { headers }),
    ],
  ])('that is pending is ended by %s: someone else may have requested it', async (_, recover) => {
    const account = await openAccount()
    const email = newEmail()
    await change(account, email)
    const token = await linkTo(email, /^Confirm your new email/)
    expect((await recover(account)).status).toBe(200)
    expect(await confirm(token)).toMatchObject(badToken)
  })

  test('ends with a new password, as does an export of all data of the account', async () => {
    const account = await openAccount()
    await app.sql`insert into account_exports (user_id, state, progress, filename, file_size, expires_at)
      values (${account.user.id}, 'ready', 100, 'export-of-before.zip', 1, now() + interval '1 day')`
    expect((await reset(await forget(account.email))).status).toBe(200)
    expect(await app.sql`select 1 from account_exports where user_id = ${account.user.id}`).toHaveLength(0)
  })

  test('is reported to the current address, and recorded, when it is requested', async () => {
    const account = await openAccount()
    const email = newEmail()
    await change(account, email)
    await linkTo(account.email, /^Request to change your email address/)
    expect(mail.to(account.email).at(-1)?.text).toContain(email)
    expect(await app.sql`select kind, detail from account_events where user_id = ${account.user.id}`).toEqual(
      [{ kind: 'email_changed', detail: `Requested: ${email}` }],
    )
  })

  test('can be requested five times an hour', async () => {
    const account = await openAccount()
    for (let count = 0; count < 5; count += 1) expect((await change(account, newEmail())).status).toBe(202)
    expect(await change(account, newEmail())).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })

  test('reserves the former address for its owner while the change can be disputed', async () => {
    const account = await openAccount()
    const email = newEmail()
    await change(account, email)
    await confirm(await linkTo(email, /^Confirm your new email/))
    const token = await linkTo(account.email, /^Your email address was changed/)
    const squatter = {
      first_name: 'Ada',
      last_name: 'Reyes',
      email: account.email.toUpperCase(),
      password: OTHER,
    }
    expect(await post('/auth/register', squatter)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await undo(token)).status).toBe(200)
  })

  test('can be disputed while the account is deactivated, which then stays so', async () => {
    const account = await openAccount()
    const email = newEmail()
    await change(account, email)
    await confirm(await linkTo(email, /^Confirm your new email/))
    const token = await linkTo(account.email, /^Your email address was changed/)
    await app.sql`update users set is_active = false where id = ${account.user.id}`
    expect((await undo(token)).status).toBe(200)
    const disputes = await app.sql`select decision from email_disputes where user_id = ${account.user.id}`
    expect(disputes).toEqual([{ decision: null }])
  })

  test('needs the current password and another address', async () => {
    const account = await openAccount()
    expect(await change(account, newEmail(), 'Wrong-one-1!')).toMatchObject({
      status: 422,
      body: { details: [{ path: '/current_password' }] },
    })
    expect(await change(account, account.email)).toMatchObject({
      status: 422,
      body: { details: [{ path: '/email' }] },
    })
  })

  test('simultaneous with a reset leaves one of the two in effect, never an open door', async () => {
    const account = await openAccount()
    const email = newEmail()
    await change(account, email)
    const [ofChange, ofReset] = [await linkTo(email, /^Confirm your new email/), await forget(account.email)]
    const [changed, replaced] = await Promise.all([confirm(ofChange), reset(ofReset)])
    expect(changed.status).toBe(200)
    expect([200, 422]).toContain(replaced.status)
    expect((await signIn(email, replaced.status === 200 ? OTHER : PASSWORD)).status).toBe(200)
  })
})

test('stores tokens as hashes, and removes them from the outbox and the log', async () => {
  const { user, email } = await openAccount()
  const token = await forget(email)
  const [stored] = await app.sql`select token_hash from account_links where user_id = ${user.id}`
  expect(stored?.token_hash).toBe(new Bun.CryptoHasher('sha256').update(token).digest('hex'))
  await reset(token)
  await expect
    .poll(async () => await app.sql`select body from outbox where recipient = ${email} and body <> ''`)
    .toEqual([])
  expect(app.logLines.join('\n')).not.toContain(token)
})

test('sends an email as text and HTML, without remote content', async () => {
  const { email } = await openAccount({ first_name: '<b>Ada</b>' })
  const token = await forget(email)
  const [letter] = mail.to(email)
  for (const part of [letter?.text, letter?.html]) expect(part).toContain(token)
  expect(letter?.text).toContain('Hello <b>Ada</b>,')
  expect(letter?.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;,')
  expect(letter?.html).not.toMatch(/<img|<link|src=|url\(/)
})

describe('a sign-in with a new device', () => {
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'
  const NEWER = FIREFOX.replaceAll('131.0', '132.0')
  const SAFARI =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15'
  const NEW = /^New sign-in/
  const with_ = (userAgent: string) => ({ 'user-agent': userAgent })
  const newDeviceMails = (email: string) => mail.to(email).filter(({ subject }) => NEW.test(subject))
  const recorded = (email: string, count: number) =>
    expect
      .poll(async () => (await app.sql`select from login_records where email = ${email} and success`).length)
      .toBe(count)

  async function register() {
    const email = newEmail()
    const person = { first_name: 'Ada', last_name: 'Stone', email, password: PASSWORD }
    expect((await post('/auth/register', person, with_(FIREFOX))).status).toBe(201)
    await recorded(email, 1)
    return email
  }
  const enter = (email: string, userAgent: string) =>
    post('/auth/user/login', { email, password: PASSWORD }, with_(userAgent))

  test('is reported by email, unless it is a known device or a newer version of its browser', async () => {
    const email = await register()
    await enter(email, FIREFOX)
    await recorded(email, 2)
    await enter(email, NEWER)
    await recorded(email, 3)
    await enter(email, SAFARI)
    await linkTo(email, NEW)
    await enter(email, SAFARI)
    await recorded(email, 5)
    const [sent, ...others] = newDeviceMails(email)
    expect(others).toEqual([])
    expect(sent?.text).toMatch(/Device: Safari 17 on macOS/)
    expect(sent?.text).toContain('https://lodefield.example/access/not-me#token=')
  })

  test('is reported by email if it is from a new country', async () => {
    const email = await register()
    const [owner] = await app.sql`select id from users where email = ${email}`
    const [record] = await app.db
      .insert(loginRecords)
      .values({
        user_id: owner?.id,
        email,
        success: true,
        browser: 'Firefox 131',
        os: 'Windows 10',
        country_code: 'BR',
      })
      .returning()
    await sendNewDeviceAlerts(record ? [record] : [])
    await linkTo(email, NEW)
  })

  test('that the owner did not make ends all sessions and the password, once', async () => {
    const email = await register()
    const thief = await enter(email, SAFARI)
    const token = await linkTo(email, NEW)
    const told = await app.sql`
      select title, message from notifications where user_id = (select id from users where email = ${email})`
    expect(told).toEqual([{ title: 'New sign-in', message: expect.stringContaining('Safari') }])
    const stolen = { authorization: `Bearer ${thief.body.access_token}` }
    expect(await isSignedIn({ headers: stolen })).toBe(true)
    expect(await post('/auth/not-me', { token })).toMatchObject({ status: 200, body: { success: true } })
    expect(await isSignedIn({ headers: stolen })).toBe(false)
    expect((await enter(email, FIREFOX)).status).toBe(401)
    expect(await post('/auth/not-me', { token })).toMatchObject(badToken)
    const [owner] = await app.sql`select id from users where email = ${email}`
    expect(await app.sql`select kind from account_events where user_id = ${owner?.id}`).toEqual([
      { kind: 'session_ended' },
    ])
    const link = await linkTo(email, /^Signed out everywhere/)
    // Whoever signed in knows the former password.
    expect(await reset(link, PASSWORD)).toMatchObject({
      status: 422,
      body: { details: [{ path: '/password' }] },
    })
    await reset(link)
    expect((await signIn(email, OTHER)).status).toBe(200)
  })

  test('that the owner did not make can be reported after an email change, locking the account', async () => {
    const email = await register()
    const thief = await enter(email, SAFARI)
    const token = await linkTo(email, NEW)
    const csrf = await app.call('GET', '/csrf-token', {
      headers: { authorization: `Bearer ${thief.body.access_token}` },
    })
    const headers = {
      authorization: `Bearer ${thief.body.access_token}`,
      'x-csrf-token': csrf.body.csrf_token,
    }
    await post('/user/step-up', { method: 'password', password: PASSWORD }, headers)
    const other = newEmail()
    const body = { email: other, current_password: PASSWORD }
    expect((await app.call('PUT', '/user/email', { headers, body })).status).toBe(202)
    await confirm(await linkTo(other, /^Confirm your new email/))
    expect((await post('/auth/not-me', { token })).status).toBe(200)
    const refused = await signIn(other, PASSWORD)
    expect([refused.status, refused.body.code]).toEqual([403, 'account_disabled'])
    expect(await app.sql`select former_email from email_disputes where present_email = ${other}`).toEqual([
      { former_email: email },
    ])
  })

  test('is reported, which removes the factors added since', async () => {
    const email = await register()
    const [owner] = await app.sql<{ id: number }[]>`select id from users where email = ${email}`
    const user_id = owner?.id ?? 0
    await enter(email, SAFARI)
    const token = await linkTo(email, NEW)
    await createFactor(app.db, { user_id, name: 'Of the owner' })
    await app.sql`update factors set created_at = now() - interval '1 day', confirmed_at = now() - interval '1 day' where user_id = ${user_id}`
    await createFactor(app.db, { user_id, name: 'Of the thief' })
    expect((await post('/auth/not-me', { token })).status).toBe(200)
    expect(await app.sql`select name from factors where user_id = ${user_id}`).toEqual([
      { name: 'Of the owner' },
    ])
  })

  test('is reported, which cancels the closing of the account, as the email says', async () => {
    const email = await register()
    await enter(email, SAFARI)
    const token = await linkTo(email, NEW)
    await app.sql`update users set closes_at = now() + interval '14 days' where email = ${email}`
    expect((await post('/auth/not-me', { token })).status).toBe(200)
    expect(await app.sql`select closes_at from users where email = ${email}`).toEqual([{ closes_at: null }])
    await linkTo(email, /^Signed out everywhere/)
    expect(mail.to(email.toLowerCase()).at(-1)?.text).toContain(
      'The pending account closure has been cancelled. Your account remains open.',
    )
  })

  test('is reported by email to an administrator, whose response is in the audit log', async () => {
    const password_hash = hash
    const { admin } = await app.signInAdmin({ password_hash, email: newEmail() })
    const panel = (userAgent: string) =>
      post(
        '/auth/login',
        { username: admin.username, password: PASSWORD },
        { ...with_(userAgent), 'x-admin-path': app.adminPath },
      )
    expect((await panel(FIREFOX)).status).toBe(200)
    await recorded(admin.username, 1)
    await panel(SAFARI)
    const token = await linkTo(admin.email, NEW)
    expect(token).toMatch(/^a/)
    expect((await post('/auth/not-me', { token })).status).toBe(200)
    expect((await panel(FIREFOX)).status).toBe(401)
    expect(await app.sql`select entity_id from audit_log where action = 'admin.report_sign_in'`).toEqual([
      { entity_id: String(admin.id) },
    ])
  })
})
