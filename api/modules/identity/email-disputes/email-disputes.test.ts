import { afterAll, describe, expect, test } from 'vitest'
import { createFactor } from '#db/seed/factories'
import { PASSWORD, startAccounts } from '#modules/identity/accounts/testing-accounts'

const OTHER = 'Zircon-grain-7!'

const { app, mail, hash, newEmail, linkTo, post, openAccount, close } = await startAccounts()
afterAll(close)

const badToken = { status: 422, body: { code: 'validation', details: [{ path: '/token' }] } }
const confirm = (token: string) => post('/auth/email/confirm', { token })
const undo = (token: string) => post('/auth/email/undo', { token })
const reset = (token: string, password = OTHER) => post('/auth/password/reset', { token, password })
const ASKED = /^Request to change your email address/
const CHANGED = /^Your email address was changed/
const CONFIRM = /^Confirm your new email/
const FROZEN = /^Your account is locked/

/** An account with an open session, and what differs between the two kinds of account. */
const kinds = {
  investor: async () => {
    const { user, email, headers, session } = await openAccount()
    await app.sql`update sessions set confirmed_at = now() where id = ${session.id}`
    return {
      ...{ role: 'investor' as const, id: user.id, email, headers, base: '/user', columns: 'user_id' },
      signIn: (name: string, password = PASSWORD) => post('/auth/user/login', { email: name, password }),
      forget: (address: string) => post('/auth/password/forgot', { email: address }),
      stored: async () => (await app.sql`select email, is_active from users where id = ${user.id}`)[0],
    }
  },
  administrator: async () => {
    const { admin, headers } = await app.signInAdmin({ email: newEmail(), password_hash: hash })
    const path = { 'x-admin-path': app.adminPath }
    return {
      ...{ role: 'admin' as const, id: admin.id, email: admin.email, headers, base: `${app.adm}/profile` },
      columns: 'admin_id',
      signIn: (name: string, password = PASSWORD) => post('/auth/login', { username: name, password }, path),
      forget: (address: string) => post('/auth/password/forgot', { email: address }, path),
      stored: async () => (await app.sql`select email, is_active from admins where id = ${admin.id}`)[0],
    }
  },
}
type Account = Awaited<ReturnType<(typeof kinds)['investor' | 'administrator']>>

const change = ({ base, headers }: Account, email: string, current_password = PASSWORD) =>
  app.call('PUT', `${base}/email`, { headers, body: { email, current_password } })
const read = async ({ base, headers }: Account) => (await app.call('GET', `${base}/email`, { headers })).body

/** Takes an account to another address, which it returns. */
async function move(account: Account): Promise<string> {
  const email = newEmail()
  expect((await change(account, email)).status).toBe(202)
  expect((await confirm(await linkTo(email, CONFIRM))).status).toBe(200)
  return email
}

const panel = (headers: Record<string, string>, method: string, path: string, body?: unknown) =>
  app.call(method, `${app.adm}${path}`, { headers, body })

/** The open dispute of an account, as an owner sees it. */
async function disputeOf({ id, role }: Account, headers: Record<string, string>) {
  const { body } = await panel(headers, 'GET', '/email-disputes')
  const kind = role === 'admin' ? 'admin' : 'investor'
  return body.disputes.find(
    ({ account }: { account: { id: number; kind: string } }) => account.id === id && account.kind === kind,
  )
}

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('the change of the email of an %s', (kind) => {
  const open = kinds[kind]

  test('needs the current password, is confirmed by the new mailbox and told to the present one', async () => {
    const account = await open()
    const email = newEmail()
    expect(await change(account, email, 'Wrong-one-1!')).toMatchObject({
      status: 422,
      body: { details: [{ path: '/current_password' }] },
    })
    expect((await change(account, email)).status).toBe(202)
    expect(await read(account)).toMatchObject({ email: account.email, pending: { email } })
    await linkTo(account.email, ASKED)
    const token = await linkTo(email, CONFIRM)
    const text = mail.to(email).at(-1)?.text ?? ''
    expect(text).toContain('We received a request to use this email address for another account')
    expect(text).toContain(`(${account.email[0]}…@${account.email.split('@')[1]?.[0]}….example)`)
    expect(text).not.toContain(account.email)
    expect(await account.stored()).toMatchObject({ email: account.email })
    const { body } = await post('/auth/links/check', { token })
    expect(body.link).toMatchObject({ kind: 'change', email, account: expect.stringContaining('…@') })
    expect((await confirm(token)).status).toBe(200)
    expect(await account.stored()).toEqual({ email, is_active: true })
    expect((await account.signIn(email)).status).toBe(200)
    await linkTo(account.email, CHANGED)
  })

  test('needs a confirmation in a session that was not confirmed', async () => {
    const account = await open()
    await app.sql`update sessions set confirmed_at = null where user_id = ${account.role === 'admin' ? null : account.id} or admin_id = ${account.role === 'admin' ? account.id : null}`
    expect((await change(account, newEmail())).body.code).toBe('step_up_required')
  })

  test('is cancelled in Settings, and stopped by the present mailbox, which ends sessions and the password', async () => {
    const account = await open()
    const [first, second] = [newEmail(), newEmail()]
    await change(account, first)
    const cancel = () => app.call('DELETE', `${account.base}/email/change`, { headers: account.headers })
    expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 404])
    expect(await confirm(await linkTo(first, CONFIRM))).toMatchObject(badToken)
    await change(account, second)
    await expect
      .poll(() => mail.to(account.email).filter(({ subject }) => ASKED.test(subject)).length)
      .toBe(2)
    const token = await linkTo(account.email, ASKED)
    expect((await post('/auth/links/check', { token })).body.link).toMatchObject({
      kind: 'undo',
      disputes: false,
    })
    expect((await undo(token)).status).toBe(200)
    expect(await confirm(await linkTo(second, CONFIRM))).toMatchObject(badToken)
    expect((await app.call('GET', `${account.base}/email`, { headers: account.headers })).status).toBe(401)
    expect((await account.signIn(account.email)).status).toBe(401)
    expect((await reset(await linkTo(account.email, /^Signed out everywhere/))).status).toBe(200)
    expect(await account.stored()).toEqual({ email: account.email, is_active: true })
  })

  test.each([
    ['the mail about the request', ASKED],
    ['the mail about the change', CHANGED],
  ])(
    'is disputed with %s: the account is locked, given to nobody, and both mailboxes are told',
    async (_, subject) => {
      const account = await open()
      const email = await move(account)
      const token = await linkTo(account.email, subject)
      expect((await post('/auth/links/check', { token })).body.link).toMatchObject({ disputes: true })
      expect((await undo(token)).status).toBe(200)
      expect(await account.stored()).toEqual({ email, is_active: false })
      const refused = await account.signIn(email)
      expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('is disputed')])
      expect((await app.call('GET', `${account.base}/email`, { headers: account.headers })).status).toBe(403)
      for (const address of [account.email, email]) {
        await linkTo(address, FROZEN).catch(() => '')
        expect(mail.to(address).at(-1)?.subject).toMatch(FROZEN)
        expect(mail.to(address).at(-1)?.text).not.toContain('#token=')
      }
      await account.forget(account.email)
      await account.forget(email)
      for (const link of await Promise.all([linkTo(account.email, CHANGED), linkTo(account.email, ASKED)]))
        expect(await undo(link)).toMatchObject(badToken)
    },
  )

  test('can no longer be disputed once the new mailbox has chosen a password', async () => {
    const account = await open()
    const email = await move(account)
    await account.forget(email)
    expect((await reset(await linkTo(email, /^Reset your password/))).status).toBe(200)
    for (const subject of [ASKED, CHANGED])
      expect(await undo(await linkTo(account.email, subject))).toMatchObject(badToken)
    expect((await account.signIn(email, OTHER)).status).toBe(200)
  })

  test('is decided by an owner: the account keeps its address, or gets the former one back with a new password', async () => {
    const owner = await app.signInAdmin()
    for (const decision of ['keep', 'restore'] as const) {
      const account = await open()
      const role = account.role
      const factorOwner = role === 'admin' ? { admin_id: account.id } : { user_id: account.id }
      const email = await move(account)
      await undo(await linkTo(account.email, CHANGED))
      await createFactor(app.db, { ...factorOwner, name: 'Of the other side' })
      const dispute = await disputeOf(account, owner.headers)
      expect(dispute).toMatchObject({ former_email: account.email, present_email: email })
      const decide = () =>
        panel(owner.headers, 'PUT', `/email-disputes/${dispute.id}`, { decision, reason: 'Called back' })
      expect((await decide()).status).toBe(200)
      expect((await decide()).status).toBe(409)
      const kept = decision === 'keep' ? email : account.email
      expect(await account.stored()).toEqual({ email: kept, is_active: true })
      const entity = role === 'admin' ? 'admin' : 'user'
      expect(
        await app.sql`select before, after, admin_id from audit_log
          where action = ${`email_dispute.${decision}`} and entity = ${entity} and entity_id = ${String(account.id)}`,
      ).toEqual([
        {
          before: { is_active: false },
          after: { is_active: true, reason: 'Called back' },
          admin_id: owner.admin.id,
        },
      ])
      if (decision === 'restore') {
        expect(
          await app.sql`select from factors where name = 'Of the other side' and ${app.sql(account.columns)} = ${account.id}`,
        ).toHaveLength(0)
        expect((await reset(await linkTo(kept, /^Email address restored/))).status).toBe(200)
      }
      const signedIn = await account.signIn(kept, decision === 'keep' ? PASSWORD : OTHER)
      expect(signedIn.status).toBe(200)
    }
  })
})

test('a disputed account is enabled by a decision only, and its former address stays reserved', async () => {
  const account = await kinds.investor()
  await move(account)
  await undo(await linkTo(account.email, CHANGED))
  const owner = await app.signInAdmin()
  const enabled = await panel(owner.headers, 'PUT', `/users/${account.id}/status`, { is_active: true })
  expect([enabled.status, enabled.body.error]).toEqual([409, expect.stringContaining('is disputed')])
  const squatter = { first_name: 'Ada', last_name: 'Reyes', email: account.email, password: OTHER }
  expect((await post('/auth/register', squatter)).status).toBe(409)
})

test('compliance decides disputes of investors, owners those of administrators too, and others none', async () => {
  const [investor, administrator] = [await kinds.investor(), await kinds.administrator()]
  for (const account of [investor, administrator]) {
    await move(account)
    await undo(await linkTo(account.email, CHANGED))
  }
  const owner = await app.signInAdmin()
  const compliance = await app.signInAdmin({ roles: ['compliance'] })
  const support = await app.signInAdmin({ roles: ['support'] })
  expect(await disputeOf(investor, compliance.headers)).toBeDefined()
  expect(await disputeOf(administrator, compliance.headers)).toBeUndefined()
  expect((await panel(support.headers, 'GET', '/email-disputes')).status).toBe(403)
  const { id } = await disputeOf(administrator, owner.headers)
  const body = { decision: 'keep', reason: 'Called back' }
  expect((await panel(compliance.headers, 'PUT', `/email-disputes/${id}`, body)).status).toBe(403)
  const { body: queue } = await panel(owner.headers, 'GET', '/queue?kind=email_dispute')
  expect(queue.items.map(({ link }: { link: string }) => link)).toEqual(
    expect.arrayContaining([`?d=users&user=${investor.id}`, '?d=administrators']),
  )
})

test('the profile of an administrator asks for another email with the current password', async () => {
  const account = await kinds.administrator()
  const email = newEmail()
  const update = (body: object) => app.call('PUT', account.base, { headers: account.headers, body })
  expect(await update({ email })).toMatchObject({
    status: 422,
    body: { details: [{ path: '/currentPassword' }] },
  })
  expect(await update({ email, currentPassword: 'Wrong-one-1!' })).toMatchObject({
    status: 422,
    body: { details: [{ path: '/currentPassword' }] },
  })
  const asked = await update({ email, currentPassword: PASSWORD })
  expect([asked.status, asked.body.user.email]).toEqual([200, account.email])
  expect((await read(account)).pending.email).toBe(email)
  expect((await confirm(await linkTo(email, CONFIRM))).status).toBe(200)
  const entries =
    await app.sql`select action, after from audit_log where admin_id = ${account.id} and action like 'admin.%email' order by id`
  expect(entries).toEqual([
    { action: 'admin.request_email', after: { email } },
    { action: 'admin.change_email', after: { email } },
  ])
})
