import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPath } from '#contract/admin-endpoint'
import { getRequiredPermission } from '#contract/permissions'
import { registeredEndpoints } from '#http/pipeline/route'
import { startTestApp, type TestApp } from '#testing/test-app'
import { createDeniedRequestCounter, type DeniedRequest } from './denied-requests.ts'

const deniedCall = (address: string, reason = 'forbidden'): DeniedRequest => ({
  actor: { adminId: undefined, address, requestId: 'r' },
  event: { action: 'access.refused', entity: 'admin', after: { reason, call: 'GET /users' } },
})

function startCounting(most?: number) {
  const written: DeniedRequest[] = []
  const deniedCalls = createDeniedRequestCounter({
    most,
    write: async (entry) => void written.push(entry),
    onFailure: () => {},
  })
  return { written, deniedCalls }
}

test('records the first denied call of a kind immediately, and its repeats in one entry at the end', async () => {
  const { written, deniedCalls } = startCounting()
  for (let times = 0; times < 1_000; times++) await deniedCalls.note(deniedCall('192.0.2.1'))
  await deniedCalls.note(deniedCall('192.0.2.1', 'admin_network'))
  // The addresses of one IPv6 customer count as one network.
  for (let host = 1; host < 50; host++)
    await deniedCalls.note(deniedCall(`2001:db8:1:2::${host.toString(16)}`))
  expect(written.map(({ actor, event }) => [actor.address, event.action])).toEqual([
    ['192.0.2.1', 'access.refused'],
    ['192.0.2.1', 'access.refused'],
    ['2001:db8:1:2::1', 'access.refused'],
  ])
  await deniedCalls.close()
  expect(written).toHaveLength(4)
  expect(written.at(-1)?.event).toMatchObject({
    action: 'access.refusals',
    after: {
      repeated: [
        { address: '192.0.2.1', reason: 'forbidden', call: 'GET /users', repeats: 999 },
        { address: '2001:db8:1:2::1', repeats: 48 },
      ],
      others: 0,
    },
  })
})

test('a flood from many IP addresses adds a limited number of entries, and every call is counted', async () => {
  const { written, deniedCalls } = startCounting(5)
  for (let host = 0; host < 10_000; host++)
    await deniedCalls.note(deniedCall(`10.0.${host >> 8}.${host & 255}`))
  await deniedCalls.close()
  expect(written).toHaveLength(6)
  const others = 9_800
  expect(written.at(-1)?.event.after).toMatchObject({ others })
  expect(written.at(-1)?.event.after).toHaveProperty('repeated.length', 10_000 - others - 5)
})

test('keeps the account and typed name of counted sign-ins', async () => {
  const { written, deniedCalls } = startCounting(2)
  const signIn = (name: string, entityId?: number): DeniedRequest => ({
    actor: { adminId: undefined, address: '192.0.2.1', requestId: 'r' },
    event: {
      action: 'session.refused',
      entity: 'admin',
      entityId,
      name,
      after: { reason: 'wrong_password' },
    },
  })
  for (const name of ['anna', 'Anna', 'bo', 'cy']) await deniedCalls.note(signIn(name))
  await deniedCalls.note(signIn('dan', 4))
  await deniedCalls.note(signIn('dan', 4))
  await deniedCalls.close()
  expect(written.slice(0, -1).map(({ event }) => event.name)).toEqual(['anna', 'bo', 'dan'])
  expect(written.at(-1)?.event.after).toMatchObject({
    repeated: [
      { name: 'anna', repeats: 1 },
      { name: 'cy', reason: 'wrong_password', repeats: 1 },
      { name: 'dan', entity: 'admin', entity_id: '4', repeats: 1 },
    ],
    others: 0,
  })
})

test('records nothing more without repeats', async () => {
  const { written, deniedCalls } = startCounting()
  await deniedCalls.note(deniedCall('192.0.2.1'))
  await deniedCalls.close()
  await deniedCalls.close()
  expect(written).toHaveLength(1)
})

/** Forty panel endpoints without a body, each with some row. */
const panelCalls = () =>
  [...registeredEndpoints.values()]
    .filter(
      ({ method, path, access }) =>
        method === 'GET' && getRequiredPermission(access) && path.startsWith(adminPath('')),
    )
    .slice(0, 40)
    .map(({ path }) => path.replace(adminPath(''), app.adm).replaceAll(/:[a-z_]+/g, '1'))

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test("an investor's calls to the panel add one entry, however many there are", async () => {
  const investor = await app.signIn()
  for (let times = 0; times < 30; times++) {
    const { status } = await app.call('GET', `${app.adm}/users`, {
      headers: investor.headers,
      address: '192.0.2.9',
    })
    expect(status).toBe(403)
  }
  const entries = () => app.sql`select entity_id from audit_log where action = 'access.refused'`
  await expect.poll(entries).toHaveLength(1)
  expect(await entries()).toEqual([{ entity_id: String(investor.user.id) }])
})

test('every denied call of an administrator is an entry with its row, whatever else was denied before', async () => {
  const investor = await app.signIn()
  expect(panelCalls()).toHaveLength(40)
  for (const path of panelCalls()) {
    const denied = await app.call('GET', path, { headers: investor.headers, address: '192.0.2.10' })
    expect(denied.status, path).toBe(403)
  }
  const auditor = await app.signInAdmin({ roles: ['auditor'] })
  for (const id of [7, 8, 8])
    expect(
      (
        await app.call('PUT', `${app.adm}/users/${id}/status`, {
          headers: auditor.headers,
          body: { is_active: false },
        })
      ).status,
    ).toBe(403)
  const entries = () =>
    app.sql`select entity, entity_id, admin_id, after from audit_log where admin_id = ${auditor.admin.id} order by entity_id`
  await expect.poll(entries).toHaveLength(3)
  expect(await entries()).toEqual(
    ['7', '8', '8'].map((entity_id) => ({
      entity: 'user',
      entity_id,
      admin_id: auditor.admin.id,
      after: { reason: 'forbidden', call: expect.stringMatching(/^PUT .*\/users\/:id\/status$/) },
    })),
  )
})
