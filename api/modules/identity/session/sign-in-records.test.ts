import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { findGeoLocation, memoryMapFile } from './ip-location.ts'
import { hashPassword } from './passwords.ts'
import { parseUserAgent } from './user-agent.ts'

const PASSWORD = 'Blue-Ridge-4471'
const email = 'Recorded@example.org'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'

let app: TestApp
let userId: number
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '1' })
  userId = (await createUser(app.db, { email, password_hash: await hashPassword(PASSWORD) })).id
})
afterAll(() => app.close())
beforeEach(() => app.sql`delete from login_records`)

const signIn = (password: string, { name = email, address = '8.8.8.8', agent = firefox } = {}) =>
  app.call('POST', '/auth/user/login', {
    body: { email: name, password },
    address,
    headers: { 'user-agent': agent },
  })
const records = () => app.sql`select * from login_records order by id`

describe('the sign-in recorder', () => {
  test('records a success with account, time, location and device', async () => {
    await signIn(PASSWORD)
    await expect.poll(async () => (await records()).length).toBe(1)
    const [record] = await records()
    expect(record).toMatchObject({
      role: 'investor',
      user_id: userId,
      email,
      success: true,
      failure_reason: '',
      ip_address: '8.8.8.8',
      country: 'United States',
      country_code: 'US',
      city: expect.stringMatching(/\w/),
      latitude: expect.any(Number),
      longitude: expect.any(Number),
      browser: 'Firefox 131',
      os: 'Windows 10',
      user_agent: firefox,
    })
    expect(Math.abs(Date.now() - Date.parse(record?.login_time))).toBeLessThan(60_000)
    const [user] = await app.sql`select last_login_at from users where id = ${userId}`
    expect(user?.last_login_at).not.toBeNull()
  })

  test('records a registration', async () => {
    await app.call('POST', '/auth/register', {
      body: { first_name: 'A', last_name: 'B', email: 'fresh@example.org', password: PASSWORD },
    })
    await expect.poll(records).toMatchObject([{ email: 'fresh@example.org', success: true }])
  })

  test('records failures with their reason', async () => {
    await signIn('Wrong-1!', { address: '10.1.2.3', agent: '' })
    await signIn('Wrong-1!', { name: 'nobody@example.org' })
    await app.sql`update users set is_active = false where id = ${userId}`
    await signIn(PASSWORD)
    await app.sql`update users set is_active = true where id = ${userId}`
    for (let time = 0; time < 6; time++) await signIn('Wrong-1!', { name: 'locked@example.org' })
    await expect.poll(async () => (await records()).length).toBe(9)
    const rows = (await records()).map((row) => [row.user_id, row.success, row.failure_reason])
    expect(rows.slice(0, 3)).toEqual([
      [userId, false, 'wrong_password'],
      [null, false, 'unknown_account'],
      [userId, false, 'account_disabled'],
    ])
    expect(rows.slice(3).map(([, , reason]) => reason)).toEqual([
      ...Array(5).fill('unknown_account'),
      'locked',
    ])
    expect((await records())[0]).toMatchObject({
      country: '',
      country_code: '',
      city: '',
      latitude: null,
      browser: '',
      os: '',
    })
  })
})

test('a record that cannot be stored is logged, and the sign-in does not wait for it', async () => {
  await app.sql`alter table login_records rename to away`
  try {
    expect((await signIn(PASSWORD)).status).toBe(200)
    const lost = () => app.logLines.filter((line) => line.includes('could not be stored'))
    await expect.poll(() => lost().length).toBe(1)
    expect(JSON.parse(lost()[0] ?? '')).toMatchObject({
      role: 'investor',
      account_id: userId,
      address: '8.8.8.8',
    })
  } finally {
    await app.sql`alter table away rename to login_records`
  }
})

describe('geolocation', () => {
  test.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', 'fe80::1', 'fd00::1', 'no address', ''])(
    'returns none for %s',
    (address) => expect(findGeoLocation(address)).toBeUndefined(),
  )

  test('finds addresses of both families', () => {
    expect(findGeoLocation('81.2.69.142')).toMatchObject({ country: 'United Kingdom', country_code: 'GB' })
    expect(findGeoLocation('2001:4860:4860::8888')).toMatchObject({
      country_code: expect.stringMatching(/^[A-Z]{2}$/),
    })
  })
})

describe('a geolocation file', () => {
  test('that is read-only is mapped as a copy, which is removed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lodefield-test-'))
    const path = join(folder, 'places.mmdb')
    await writeFile(path, 'Granite', { mode: 0o400 })
    const mapped: string[] = []
    const refuse = (opened: string) => {
      mapped.push(opened)
      if (opened === path) throw Object.assign(new Error('read only'), { code: 'EROFS' })
      return Bun.mmap(opened)
    }
    try {
      expect(Buffer.from(memoryMapFile(path, refuse)).toString()).toBe('Granite')
      const [, copy = ''] = mapped
      expect(existsSync(copy)).toBe(false)
      expect(existsSync(dirname(copy))).toBe(false)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('that does not exist is an error', () => {
    expect(() => memoryMapFile('/no/such/file')).toThrow(/ENOENT/)
  })
})

test.each([
  [firefox, 'Firefox 131', 'Windows 10'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari 17',
    'iOS 17.5',
  ],
  ['curl/8.5.0', '', ''],
  ['', '', ''],
  ['   ', '', ''],
  ['x'.repeat(5_000), '', ''],
])('parses the device of %s', (agent, browser, os) => {
  expect(parseUserAgent(agent)).toEqual({ browser, os })
})
