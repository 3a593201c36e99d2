import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setVerification } from '#db/seed/factories'
import { expectRejection, invalidTexts, malformedBodies } from '#testing/invalid-input'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const update = (headers: Record<string, string>, body: unknown) =>
  app.call('PUT', '/user/profile', { headers, body })
const stored = async (id: number) => (await app.sql`select * from users where id = ${id}`)[0]

describe('GET /user/profile', () => {
  test('contains only the fields that an investor may see', async () => {
    const { headers, user } = await app.signIn({ phone: '+1 555 0100', country: 'CA', is_verified: true })
    const { status, body } = await app.call('GET', '/user/profile', { headers })
    expect(status).toBe(200)
    expect(body).toEqual({
      user: {
        id: user.id,
        first_name: 'Test',
        last_name: 'Investor',
        email: user.email,
        email_confirmed: true,
        phone: '+1 555 0100',
        linkedin: '',
        twitter: '',
        telegram: '',
        country: 'CA',
        is_verified: true,
        created_at: user.created_at.toISOString(),
        updated_at: user.updated_at.toISOString(),
      },
    })
  })
})

describe('PUT /user/profile', () => {
  test('changes the sent fields, cleaned, and no others', async () => {
    const { headers, user } = await app.signIn({ phone: '+1 555 0100', telegram: '@before' })
    const { status, body } = await update(headers, {
      first_name: '  Ame\u0301lie ',
      linkedin: 'https://www.linkedin.com/in/amelie',
      twitter: 'http://x.com/amelie?a=b#c',
      telegram: 'https://t.me/amelie_1',
      country: ' Switzerland ',
    })
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    expect(body.user).toMatchObject({
      first_name: 'Am\u00e9lie',
      last_name: 'Investor',
      phone: '+1 555 0100',
      linkedin: 'https://www.linkedin.com/in/amelie',
      twitter: 'http://x.com/amelie?a=b#c',
      telegram: 'https://t.me/amelie_1',
      country: 'Switzerland',
    })
    expect(body.user.updated_at > user.updated_at.toISOString()).toBe(true)
    expect((await app.call('GET', '/user/profile', { headers })).body.user).toEqual(body.user)
  })

  test('keeps the country that was verified with the account', async () => {
    const { headers, user } = await app.signIn({ is_verified: true, country: 'Germany' })
    const setCountry = (country: string) => update(headers, { phone: '+1 555 0100', country })
    for (const country of ['Canada', '']) {
      const { status, body } = await setCountry(country)
      expect(status).toBe(409)
      expect(body).toMatchObject({
        code: 'conflict',
        error:
          'Your country was verified with your identity. Contact support to change it; your identity must then be verified again.',
      })
    }
    expect((await update(headers, { phone: '+1 555 0101', country: 'Germany' })).body.user).toMatchObject({
      phone: '+1 555 0101',
      country: 'Germany',
    })
    await app.sql`update users set is_verified = false where id = ${user.id}`
    expect((await setCountry('Canada')).body.user.country).toBe('Canada')
  })

  test('rejects a country from an investor who was verified without one', async () => {
    const { headers, user } = await app.signIn({ is_verified: true, country: '' })
    const { status, body } = await update(headers, { country: 'Canada' })
    expect([status, body.error]).toEqual([
      409,
      'Your identity was verified without a country. Complete the identity verification to add it, or contact support.',
    ])
    expect((await update(headers, { phone: '+1 555 0101', country: '' })).status).toBe(200)
    expect(await stored(user.id)).toMatchObject({ country: '', phone: '+1 555 0101' })
  })

  test('keeps the name of a verified investor, and says how to change it', async () => {
    const { headers, user } = await app.signIn({ is_verified: true })
    const { status, body } = await update(headers, { first_name: 'Elon', last_name: 'Impostor' })
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.error).toBe(
      'Your name was verified with your identity. Contact support to change it; your identity must then be verified again under the new name.',
    )
    const same = await update(headers, { first_name: 'Test', last_name: 'Investor', phone: '+1 555 0100' })
    expect([same.status, same.body.user.phone]).toEqual([200, '+1 555 0100'])
    // The name stays on the register after the verification has ended, until another one is verified.
    await app.sql`update users set is_verified = false where id = ${user.id}`
    expect((await update(headers, { first_name: 'Elon' })).status).toBe(409)
    await app.sql`update users set verified_name = 'Elon Investor' where id = ${user.id}`
    expect((await update(headers, { first_name: 'Elon' })).body.user.first_name).toBe('Elon')
    expect((await update(headers, { first_name: 'Test' })).status).toBe(409)
  })

  test('keeps the name while the identity is under review, and lets it be changed before and after', async () => {
    const { headers, user } = await app.signIn()
    for (const state of ['submitted', 'in_review'] as const) {
      await setVerification(app.db, user.id, { state, submitted_at: new Date() })
      const { status, body } = await update(headers, { first_name: 'Elon' })
      expect([status, body.error]).toEqual([
        409,
        'Your name is part of the verification under review. You can change it once the review is complete.',
      ])
      expect((await update(headers, { phone: '+1 555 0102' })).status).toBe(200)
    }
    await setVerification(app.db, user.id, { state: 'needs_more', submitted_at: new Date() })
    expect((await update(headers, { first_name: 'Elon' })).body.user.first_name).toBe('Elon')
  })

  test('shows changes of name in the activity and on the timeline, and in no audit entry', async () => {
    const { headers, user } = await app.signIn()
    await update(headers, { first_name: 'Ada' })
    await update(headers, { first_name: 'Ada', phone: '+1 555 0100' })
    const change = { kind: 'name_changed', detail: 'From Test Investor to Ada Investor' }
    const { activity } = (await app.call('GET', '/user/activity', { headers })).body
    expect(activity.filter(({ kind }: { kind: string }) => kind === 'name_changed')).toMatchObject([change])
    const admin = await app.signInAdmin()
    const timeline = await app.call('GET', `${app.adm}/users/${user.id}/timeline?kind=account`, admin)
    expect(timeline.body.entries).toMatchObject([{ title: 'Name changed', detail: change.detail }])
    await app.call('DELETE', `${app.adm}/users/${user.id}`, admin)
    const [left] =
      await app.sql`select (select count(*)::int from account_events where user_id = ${user.id}) as events,
      (select count(*)::int from audit_log where to_jsonb(audit_log)::text like '%Ada Investor%') as entries`
    expect(left).toEqual({ events: 0, entries: 0 })
  })

  test('an empty text empties a field, an empty body changes nothing', async () => {
    const { headers, user } = await app.signIn({ phone: '+1 555 0100', linkedin: 'https://a.example' })
    const { body } = await update(headers, { phone: '', linkedin: '' })
    expect(body.user).toMatchObject({ phone: '', linkedin: '' })
    const same = await update(headers, {})
    expect(same.status).toBe(200)
    expect(same.body.user).toEqual(body.user)
    expect((await stored(user.id))?.first_name).toBe('Test')
  })

  test('ignores the email and all fields that are not in the form', async () => {
    const { headers, user } = await app.signIn()
    const raw = `{"email":"thief@lodefield.example","id":1,"is_verified":true,"is_active":false,"password_hash":"x",
      "__proto__":{"is_verified":true},"constructor":{"prototype":{"x":1}},"last_name":"First","last_name":"Second"}`
    const { status, body } = await app.call('PUT', '/user/profile', {
      headers: { ...headers, 'content-type': 'application/json' },
      raw,
    })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      id: user.id,
      email: user.email,
      is_verified: false,
      last_name: 'Second',
    })
    expect(await stored(user.id)).toMatchObject({ is_active: true, password_hash: user.password_hash })
    expect(({} as Record<string, unknown>).is_verified).toBeUndefined()
  })

  const refused: [string, unknown[]][] = [
    ['first_name', ['', '   ', 'x'.repeat(101), 'two\nlines']],
    ['last_name', ['two\nlines', 'x'.repeat(101)]],
    ['phone', ['1234', 'call me maybe', '+'.repeat(8), '0'.repeat(33)]],
    [
      'linkedin',
      [
        'javascript:alert(1)',
        ' JavaScript:alert(1)',
        'java\nscript:alert(1)',
        'data:text/html,x',
        'ftp://files.example',
        '//linkedin.com/in/a',
        'linkedin.com/in/a',
        'https://',
        'https:///path',
        'https://user:secret@linkedin.com',
        'https://linkedin.com@evil.example',
        'https://a.example/b c',
        'https:\\\\a.example',
        'http://127.0.0.1:1/',
        'http://0x7f.1/',
        'http://2130706433/',
        'https://192.168.0.1/reset',
        'http://[::1]/',
        'http://localhost/',
        'http://intranet/',
        'http://router.local/',
        'http://a.localhost./',
        'https://db.internal/',
        `https://a.example/${'x'.repeat(500)}`,
      ],
    ],
    ['twitter', ['javascript://x.com/%0aalert(1)', 'x.com/me']],
    [
      'telegram',
      ['name', '@ab', '@with space', 'https://evil.example/t.me/name', 'http://t.me/name', '@näme'],
    ],
  ]
  test.each(refused.flatMap(([field, values]) => values.map((value) => [field, value] as const)))(
    'rejects %s = %j and names the field',
    async (field, value) => {
      const { headers, user } = await app.signIn()
      const { status, body } = await update(headers, { [field]: value })
      expect(status).toBe(422)
      expect(body).toMatchObject({ code: 'validation', details: [{ path: `/${field}` }] })
      expect(await stored(user.id)).toMatchObject({
        first_name: 'Test',
        linkedin: '',
        phone: '',
        telegram: '',
      })
    },
  )

  test('rejects in every field values that are not text or contain forbidden characters', async () => {
    const { headers, user } = await app.signIn()
    const call = { method: 'PUT', path: '/user/profile', headers }
    for (const field of ['first_name', 'last_name', 'phone', 'linkedin', 'twitter', 'telegram']) {
      for (const value of invalidTexts) {
        const response = await expectRejection(app, call, {
          raw: `{"${field}":${value}}`,
          status: 422,
        })
        expect(response.body.details[0].path, `${field} ${value}`).toBe(`/${field}`)
      }
    }
    expect((await stored(user.id))?.updated_at).toEqual((await stored(user.id))?.created_at)
  })

  test.each(malformedBodies)('rejects $what with $status', async (body) => {
    const { headers } = await app.signIn()
    await expectRejection(app, { method: 'PUT', path: '/user/profile', headers }, body)
  })

  test('names all rejected fields at once', async () => {
    const { headers } = await app.signIn()
    const { body } = await update(headers, {
      first_name: '',
      phone: 'x',
      linkedin: 'javascript:1',
      last_name: 'Fine',
    })
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
      '/first_name',
      '/phone',
      '/linkedin',
    ])
  })

  test('twenty simultaneous changes all succeed and leave one of them', async () => {
    const { headers } = await app.signIn()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        update(headers, { first_name: `Name ${n}`, last_name: `Last ${n}` }),
      ),
    )
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    const { user } = (await app.call('GET', '/user/profile', { headers })).body
    expect(user.first_name.replace('Name', 'Last')).toBe(user.last_name)
  })
})
