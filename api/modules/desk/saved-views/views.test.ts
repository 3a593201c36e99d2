import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminRole } from '#shared/enums/accounts'
import { startTestApp, type TestApp } from '#testing/test-app'

type Admin = Awaited<ReturnType<TestApp['signInAdmin']>>
let app: TestApp
let ada: Admin
let bo: Admin
beforeAll(async () => {
  app = await startTestApp()
  ada = await app.signInAdmin()
  bo = await app.signInAdmin({ roles: ['support'] })
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown, by = ada) =>
  app.call(method, `${app.adm}/views${path}`, { body, headers: by.headers })
const save = (body: Record<string, unknown>, by = ada) =>
  call('POST', '', { section: 'users', address: '?d=users&filter=unverified', ...body }, by)
const namesFor = async (by: Admin) =>
  (await call('GET', '', undefined, by)).body.views.map(({ name }: { name: string }) => name)

describe('saved views', () => {
  test('are seen by their owner, shared ones by all, in the order of their names', async () => {
    const { status, body } = await save({ name: 'zinc' })
    expect([status, body.view]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'zinc',
        section: 'users',
        address: '?d=users&filter=unverified',
        shared: false,
        by: { id: ada.admin.id, username: ada.admin.username },
      },
    ])
    await save({ name: 'Adits', shared: true })
    expect(await namesFor(ada)).toEqual(['Adits', 'zinc'])
    expect(await namesFor(bo)).toEqual(['Adits'])
  })

  test('have one name each in a section', async () => {
    await save({ name: 'Twice' })
    expect((await save({ name: 'twice' })).body.code).toBe('conflict')
    expect((await save({ name: 'Twice', section: 'mails', address: '?d=mails' })).status).toBe(201)
    expect((await save({ name: 'Twice' }, bo)).status, 'of another administrator').toBe(201)
  })

  test.each(['https://example.com', '?d=mails', 'javascript:alert(1)', '? d=users'])(
    'refuse the address %j',
    async (address) => {
      expect((await save({ name: 'Elsewhere', address })).status).toBe(422)
    },
  )

  test('are shared only by roles that may write', async () => {
    const auditor = await app.signInAdmin({ roles: ['auditor'] })
    expect((await save({ name: 'Mine' }, auditor)).status).toBe(201)
    expect((await save({ name: 'Ours', shared: true }, auditor)).status).toBe(403)
  })

  test('are deleted by who saved them; shared ones by owners too', async () => {
    const shared = (await save({ name: 'Of Bo', shared: true }, bo)).body.view
    const own = (await save({ name: 'Only Bo' }, bo)).body.view
    const operator = await app.signInAdmin({ roles: ['operator' satisfies AdminRole] })
    expect((await call('DELETE', `/${shared.id}`, undefined, operator)).status).toBe(404)
    expect((await call('DELETE', `/${own.id}`)).status, 'not shared').toBe(404)
    expect((await call('DELETE', `/${shared.id}`)).status).toBe(200)
    expect((await call('DELETE', `/${own.id}`, undefined, bo)).status).toBe(200)
    expect((await call('DELETE', `/${own.id}`, undefined, bo)).status).toBe(404)
  })

  test('are a hundred at most', async () => {
    const { admin, ...keeper } = await app.signInAdmin()
    await app.sql`insert into saved_views (admin_id, name, section, address)
      select ${admin.id}, 'V ' || n, 'users', '?d=users' from generate_series(1, 100) as n`
    expect((await save({ name: 'One more' }, { admin, ...keeper })).body.code).toBe('conflict')
  })
})
