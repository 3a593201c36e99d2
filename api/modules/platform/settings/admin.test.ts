import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { departmentNames } from '#shared/enums/site'

import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `${app.adm}${path}`, { body, headers: admin.headers })
const lastAudit = async () => (await app.sql`select * from audit_log order by id desc limit 1`)[0]

describe('the site settings', () => {
  test('are changed in part, and every public response shows it at once', async () => {
    for (const path of ['/settings', '/theme.css']) await app.call('GET', path)
    const before = (await call('GET', '/settings')).body.settings
    const response = await call('PUT', '/settings', {
      site_name: ' Northgate ',
      primary_color: '#1F5F8B',
      date_format: 'DD/MM/YYYY',
      updated_at: before.updated_at,
    })
    expect(response.status).toBe(200)
    expect(response.body.settings).toMatchObject({
      site_name: 'Northgate',
      primary_color: '#1f5f8b',
      secondary_color: '#ea580c',
      date_format: 'DD/MM/YYYY',
    })
    const seen = await app.call('GET', '/settings')
    expect(seen.body).toMatchObject({ site_name: 'Northgate', date_format: 'DD/MM/YYYY' })
    expect((await app.call('GET', '/theme.css')).text).toContain('--primary:#1f5f8b')
    const audit = await lastAudit()
    expect(audit).toMatchObject({ action: 'settings.update', admin_id: admin.admin.id })
    expect(audit?.before.site_name).toBe('Lodefield')
    expect(audit?.after.site_name).toBe('Northgate')
    const stale = await call('PUT', '/settings', { site_name: 'Late', updated_at: before.updated_at })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_write'])
    expect((await app.call('GET', '/settings')).body.site_name).toBe('Northgate')
  })

  test('may have an empty description and postal address', async () => {
    const { status, body } = await call('PUT', '/settings', { site_description: '', company_address: '' })
    expect(status).toBe(200)
    expect(body.settings).toMatchObject({ site_description: '', company_address: '' })
  })

  test.each([
    ['site_name', ''],
    ['site_name', 'x'.repeat(101)],
    ['site_description', 'x'.repeat(5001)],
    ['company_address', 'x'.repeat(501)],
    ['primary_color', 'red'],
    ['primary_color', '#fff'],
    ['secondary_color', '#ea580c;}body{display:none'],
    ['date_format', 'YYYY-MM-DD'],
  ])('reject %s = %j', async (field, value) => {
    const { status, body } = await call('PUT', '/settings', { [field]: value })
    expect([status, body.details?.[0]?.path]).toEqual([422, `/${field}`])
  })

  test.each(['MM/YY', 'MM/YYYY', 'DD/MM/YY', 'DD/MM/YYYY', 'MM/DD/YY', 'MM/DD/YYYY'])(
    'take the date format %s',
    async (date_format) => {
      await call('PUT', '/settings', { date_format })
      expect((await app.call('GET', '/settings')).body.date_format).toBe(date_format)
    },
  )
})

describe('contact departments', () => {
  test('can be changed, and visitors see it at once', async () => {
    await app.call('GET', '/contact-departments')
    for (const name of departmentNames) {
      const email = `${name.replace('_', '-')}@northgate.example`
      const { status, body } = await call('PUT', `/contact-departments/${name}`, {
        email,
        telegram: '@northgate',
      })
      expect([status, body.department.email, body.department.telegram]).toEqual([200, email, '@northgate'])
    }
    const { body } = await app.call('GET', '/contact-departments')
    expect(body.departments.map(({ email }: { email: string }) => email)).toEqual(
      departmentNames.map((name) => `${name.replace('_', '-')}@northgate.example`),
    )
    expect(body.departments[0].updated_at).toBeUndefined()
  })

  test('include the general one, which is the support contact', async () => {
    await app.call('GET', '/support')
    await call('PUT', '/contact-departments/general', {
      hours: 'Weekdays',
      whatsapp: 'https://wa.me/15550100',
    })
    const { body } = await app.call('GET', '/support')
    expect(body).toMatchObject({ support_hours: 'Weekdays', whatsapp: 'https://wa.me/15550100' })
    expect(await lastAudit()).toMatchObject({ action: 'department.update', entity_id: 'general' })
  })

  test('reject an edit based on a stale version', async () => {
    const { departments } = (await call('GET', '/contact-departments')).body
    const { updated_at } = departments[1]
    const edit = { hours: 'Mornings', updated_at }
    expect((await call('PUT', '/contact-departments/investors', edit)).status).toBe(200)
    const late = await call('PUT', '/contact-departments/investors', { ...edit, hours: 'Evenings' })
    expect([late.status, late.body.code]).toEqual([409, 'stale_write'])
  })

  test.each([
    ['email', 'nobody'],
    ['phone', 'ring me'],
    ['whatsapp', 'javascript:alert(1)'],
    ['linkedin', 'javascript:alert(1)'],
    ['telegram', 'https://elsewhere.example/x'],
    ['hours', 'x'.repeat(201)],
    ['description', 'a\u0000b'],
  ])('reject %s = %j', async (field, value) => {
    const { status, body } = await call('PUT', '/contact-departments/reports', { [field]: value })
    expect([status, body.details?.[0]?.path]).toEqual([422, `/${field}`])
  })

  test('can be added and deleted, and are listed last; the seven built-in ones remain', async () => {
    const namesOf = async () =>
      (await app.call('GET', '/contact-departments')).body.departments.map(
        ({ department }: { department: string }) => department,
      )
    const added = { department: 'press_office', email: 'press@northgate.example' }
    const response = await call('POST', '/contact-departments', added)
    expect([response.status, response.body.department]).toMatchObject([201, { ...added, phone: '' }])
    expect(await lastAudit()).toMatchObject({ action: 'department.create', entity_id: 'press_office' })
    expect(await namesOf()).toEqual([...departmentNames, 'press_office'])
    expect((await call('POST', '/contact-departments', added)).status).toBe(409)
    for (const department of ['', 'x', 'Press', 'press office', '_press', '1st', 'p'.repeat(41)]) {
      expect((await call('POST', '/contact-departments', { department })).status, department).toBe(422)
    }
    expect((await call('PUT', '/contact-departments/press_office', { hours: 'Mornings' })).status).toBe(200)

    expect((await call('DELETE', '/contact-departments/general')).status).toBe(409)
    expect((await call('DELETE', '/contact-departments/press_office')).body).toEqual({ success: true })
    expect(await lastAudit()).toMatchObject({ action: 'department.delete', entity_id: 'press_office' })
    expect((await call('DELETE', '/contact-departments/press_office')).status).toBe(404)
    expect(await namesOf()).toEqual([...departmentNames])

    const statuses = []
    for (let at = 0; at <= 20; at += 1)
      statuses.push((await call('POST', '/contact-departments', { department: `team_${at}` })).status)
    expect(statuses).toEqual([...Array(20).fill(201), 409])
    for (let at = 0; at < 20; at += 1) await call('DELETE', `/contact-departments/team_${at}`)
  })

  test('are added once when several administrators add the same one at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const department = `desk_${round}`
      const calls = Array.from({ length: 4 }, () => call('POST', '/contact-departments', { department }))
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(statuses.sort()).toEqual([201, 409, 409, 409])
      await call('DELETE', `/contact-departments/${department}`)
    }
  })

  test('return 404 for an unknown name', async () => {
    expect((await call('PUT', '/contact-departments/sales', { hours: 'x' })).status).toBe(404)
  })
})
