import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLoginRecord, createUser } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const call = (method: string, path: string) =>
  app.call(method, `${app.adm}/login-tracking${path}`, { headers: admin.headers })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const idsOf = async (query: string) =>
  (await call('GET', `/records?${query}`)).body.records.map(({ id }: { id: number }) => id)

describe('login records', () => {
  test('are those of the last days, optionally of one user, with device and place', async () => {
    const user = await createUser(app.db)
    const place = { city: 'Toronto', country: 'Canada', country_code: 'CA' }
    const recent = await createLoginRecord(app.db, {
      user_id: user.id,
      email: user.email,
      browser: 'Firefox',
      os: 'Linux',
      ...place,
    })
    const failed = await createLoginRecord(app.db, {
      user_id: user.id,
      success: false,
      failure_reason: 'wrong_password',
      login_time: daysAgo(3),
      ...place,
    })
    const old = await createLoginRecord(app.db, { user_id: user.id, login_time: daysAgo(40) })
    await createLoginRecord(app.db)
    const mine = `user_id=${user.id}`
    expect(await idsOf(mine)).toEqual([recent.id, failed.id])
    expect(await idsOf(`${mine}&days=1`)).toEqual([recent.id])
    expect(await idsOf(`${mine}&days=90`)).toEqual([recent.id, failed.id, old.id])
    expect(await idsOf(`${mine}&outcome=failed`)).toEqual([failed.id])
    expect(await idsOf(`${mine}&search=firefox toronto`)).toEqual([recent.id])
    const { body } = await call('GET', `/records?${mine}&limit=1&days=90`)
    expect(body.records[0]).toEqual({
      id: recent.id,
      role: 'investor',
      user_id: user.id,
      email: user.email,
      success: true,
      failure_reason: '',
      ip_address: '192.0.2.1',
      device_info: { browser: 'Firefox', os: 'Linux' },
      location: { city: 'Toronto', country: 'Canada' },
      country_code: 'CA',
      login_time: recent.login_time.toISOString(),
    })
    expect(body.pagination).toEqual({ page: 1, limit: 1, pages: 3, total: 3 })
    expect(body.countries).toEqual([
      { country: 'Canada', country_code: 'CA', attempts: 2, failed: 1 },
      { country: '', country_code: '', attempts: 1, failed: 0 },
    ])
  })

  test('default to 100 of 7 days, and reject parameters out of bounds', async () => {
    expect((await call('GET', '/records')).body.pagination.limit).toBe(100)
    for (const query of [
      'days=0',
      'days=366',
      'days=1.5',
      'limit=0',
      'limit=501',
      'user_id=x',
      'outcome=odd',
    ]) {
      const { status, body } = await call('GET', `/records?${query}`)
      expect([status, body.code], query).toEqual([422, 'validation'])
    }
  })

  test('are deleted one by one by owners, and the audit log keeps what they said', async () => {
    const { id: user_id, email } = await createUser(app.db)
    const said = {
      ip_address: '192.0.2.7',
      browser: 'Firefox',
      success: false,
      failure_reason: 'bad_password',
    }
    const own = await createLoginRecord(app.db, { ...said, user_id, email })
    const unknown = await createLoginRecord(app.db, {
      ...said,
      user_id: null,
      email: 'typed@lodefield.example',
    })
    const operator = await app.signInAdmin({ roles: ['operator', 'compliance'] })
    const path = `${app.adm}/login-tracking/records/${own.id}`
    expect((await app.call('DELETE', path, { headers: operator.headers })).status).toBe(403)
    for (const { id } of [own, unknown])
      expect((await call('DELETE', `/records/${id}`)).body).toEqual({ success: true })
    expect((await call('DELETE', `/records/${own.id}`)).status).toBe(404)
    expect((await call('DELETE', '/records/99999999999')).status).toBe(404)
    const [first, second] = await app.sql`
      select * from audit_log where action = 'login_record.delete' order by id`
    expect(first).toMatchObject({ entity_id: String(own.id), admin_id: admin.admin.id })
    expect(first?.before).toMatchObject({ ...said, user_id, login_time: own.login_time.toISOString() })
    expect(JSON.stringify(first?.before), 'a name that would outlive the account').not.toContain(email)
    expect(second?.before).toMatchObject({ ...said, user_id: null })
    expect(JSON.stringify(second?.before), 'an address that may be anybody’s').not.toContain('typed@')
  })

  test('are exported completely, and safe to open', async () => {
    const user = await createUser(app.db)
    await app.sql`
      insert into login_records (user_id, email, success, login_time)
      select ${user.id}, '=cmd()', true, now() - interval '1 hour' from generate_series(1, 1500)`
    const response = await call('GET', `/export?user_id=${user.id}`)
    expect(response.headers.get('x-total-count')).toBe('1500')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="logins-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const lines = response.text.trim().split('\r\n')
    expect(lines).toHaveLength(1501)
    expect(lines[1]).toContain("'=cmd()")
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1501)
  })
})
