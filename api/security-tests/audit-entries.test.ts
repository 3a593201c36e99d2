/** Audit log entries of the panel's calls: edits that change something, and every export. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registeredEndpoints } from '#http/pipeline/route'
import { startTestApp, type TestApp } from '#testing/test-app'
import { buildPath, buildSampleRequest, createTargetRows, type TargetRows } from './sample-requests.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
let targets: TargetRows
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin({ username: 'Keeper' })
  targets = await createTargetRows(app, undefined, admin.admin.id)
})
afterAll(() => app.close())

/** Edits of the panel by path, and the body that is sent twice. */
const edits: Record<string, object> = {
  '/users/:id/status': { is_active: false },
  '/users/:id/verification': { is_verified: false },
  '/transactions/:id': { status: 'failed', description: 'As it is' },
  '/portfolio/:id/values': { total_value: '12.50', total_invested: '10.00', total_gains: '2.50' },
  '/recent-activities/:id': { description: 'As it is', net_growth: '1.50' },
  '/tokens/:id': { name: 'As it is' },
  '/tokens/categories/:id': { name: 'As it is' },
  '/documents/:id': { is_public: true },
  '/series/:symbol': { stage: 'As it is' },
  '/offerings/:id': { terms: 'As it is' },
  '/series-documents/:id': { must_acknowledge: true },
  '/notifications/:id': { title: 'As it is', message: 'As it is' },
  '/users/:id/notes/:note_id': { text: 'As it is', pinned: true },
  '/settings': { site_name: 'As it is' },
  '/banner': {
    banner: { text: 'As it is', from: '2099-03-02T09:30:00.000Z', to: '2099-03-02T10:30:00.000Z' },
  },
  '/screening/hits/:id': { decision: 'no_match', reason: 'As it is' },
  '/administrators/:id': { is_active: false },
  '/profile': { username: 'As-it-is' },
  '/contact-departments/:department': { description: 'As it is' },
  '/support/tickets/:id': { status: 'closed' },
  '/support/call-schedules/:id': { status: 'confirmed' },
  '/support/chat-sessions/:session_id': { status: 'closed' },
  '/canned-replies/:id': { text: 'As it is' },
}
/**
 * Decisions on requests, password changes, which cannot be sent twice, and marking as read without a body: not edits.
 */
const OTHERS = [
  '/approvals/:id',
  '/portfolio/:id/pending-token',
  '/subscriptions/:id',
  '/verifications/:user_id',
  '/profile/password',
  '/profile/email',
  '/email-disputes/:id',
  '/mentions/:note_id',
]

const PANEL = '/:admin_path/admin'
const puts = () =>
  [...registeredEndpoints.values()].filter(({ method, path }) => method === 'PUT' && path.startsWith(PANEL))
const nameOf = ({ path }: { path: string }) => path.slice(PANEL.length)

test('every edit of the panel is tested', () => {
  expect(puts().map(nameOf).sort()).toEqual([...Object.keys(edits), ...OTHERS].sort())
})

test.each(Object.entries(edits))(
  '%s sent twice is recorded once and remains one version',
  async (name, body) => {
    const endpoint = puts().find((one) => nameOf(one) === name)
    if (!endpoint) throw new Error(`There is no ${name}`)
    const path = buildPath(buildSampleRequest(endpoint, targets), app.adminPath)
    const send = () => app.call('PUT', path, { body, headers: admin.headers })
    const entries = async () => (await app.sql`select from audit_log`).length

    const before = await entries()
    const first = await send()
    expect([name, first.status, first.body.error]).toEqual([name, 200, undefined])
    expect(await entries()).toBe(before + 1)
    const second = await send()
    expect(second.status).toBe(200)
    expect(await entries()).toBe(before + 1)
    expect(second.body).toEqual(first.body)
  },
)

test('a bulk edit is recorded for the rows it changed', async () => {
  const other = await app.signIn()
  const set = (ids: number[]) =>
    app.call('POST', `${app.adm}/users/bulk`, { body: { ids, is_verified: false }, headers: admin.headers })
  const recorded = async () => (await app.sql`select from audit_log where action = 'user.unverify'`).length
  const before = await recorded()
  await app.sql`update users set is_verified = true where id = ${other.user.id}`
  await app.sql`update users set is_verified = false where id = ${targets.user_id}`
  expect((await set([other.user.id, targets.user_id])).body).toMatchObject({ updated: 2 })
  expect(await recorded()).toBe(before + 1)
  await set([other.user.id, targets.user_id])
  expect(await recorded()).toBe(before + 1)
})

test('setting the same password again is recorded: the hash differs', async () => {
  const { headers } = await app.signInAdmin({
    username: 'Changer',
    password_hash: await Bun.password.hash('Quartz-vein-42!'),
  })
  const { status } = await app.call('PUT', `${app.adm}/profile`, {
    body: { currentPassword: 'Quartz-vein-42!', newPassword: 'Quartz-vein-43!' },
    headers,
  })
  expect(status).toBe(200)
  expect(await app.sql`select from audit_log where action = 'admin.change_password'`).toHaveLength(1)
})

/** An address that someone may search for: the immutable log must not keep it. */
const CANARY = 'canary@mailbox.example'

/** Every query parameter that accepts the canary. */
const typedIn = ({
  query,
}: {
  query?: { properties: Record<string, { cleaned?: boolean; maxLength?: number }> }
}) => Object.entries(query?.properties ?? {}).flatMap(([name, { cleaned }]) => (cleaned ? [name] : []))

test('every panel file is recorded with the administrator, the list, the filter and the rows, but without typed text', async () => {
  const files = [...registeredEndpoints.values()].filter(
    ({ path, response }) =>
      path.startsWith('/:admin_path/') &&
      // Reports have days and no search; `panel-reports.test.ts` covers their entries.
      !path.endsWith('/reports/:name') &&
      'raw' in response &&
      response.raw.startsWith('text/csv'),
  )
  const recorded = () =>
    app.sql`select admin_id, entity_id as list, after from audit_log where action = 'list.export' order by id`
  await app.call('HEAD', `${app.adm}/users/export`, { headers: admin.headers })
  const before = (await recorded()).length
  for (const endpoint of files) {
    const typed = new URLSearchParams(
      typedIn(endpoint as Parameters<typeof typedIn>[0]).map((name) => [name, CANARY]),
    )
    expect([endpoint.path, typed.has('search')]).toEqual([endpoint.path, true])
    const path = `${buildPath(buildSampleRequest(endpoint, targets), app.adminPath)}?${typed}`
    expect([path, (await app.call('GET', path, { headers: admin.headers })).status]).toEqual([path, 200])
  }
  const entries = (await recorded()).slice(before)
  expect(entries).toHaveLength(files.length)
  expect(new Set(entries.map(({ list }) => list)).size).toBe(files.length)
  for (const entry of entries) {
    expect(entry.admin_id).toBe(admin.admin.id)
    expect(entry.after).toMatchObject({ filter: { search: 'Typed text' }, rows: expect.any(Number) })
  }

  const completed = await app.sql`
    select after from audit_log where action = 'list.export_completed' order by id desc limit ${files.length}`
  for (const { after } of completed) expect(after).toMatchObject({ sent: expect.any(Number) })
  expect(completed).toHaveLength(files.length)

  // A caller without access leaves no such entry.
  const investor = await app.signIn()
  expect((await app.call('GET', `${app.adm}/users/export`, { headers: investor.headers })).status).toBe(403)
  await app.call('GET', '/user/transactions/export', { headers: investor.headers })
  expect(await recorded()).toHaveLength(before + files.length)
})

test('no search leaves an address in the log, whether it succeeds or is rejected', async () => {
  const { headers } = await app.signInAdmin({ roles: ['auditor'] })
  for (const endpoint of [...registeredEndpoints.values()].filter(({ path }) => path.startsWith(PANEL))) {
    const { path, method } = endpoint
    const typed = new URLSearchParams(
      typedIn(endpoint as Parameters<typeof typedIn>[0]).map((name) => [name, CANARY]),
    )
    const sample = buildPath(buildSampleRequest(endpoint, targets), app.adminPath)
    if (method === 'GET' && typed.size > 0) {
      for (const caller of [admin.headers, headers])
        await app.call('GET', `${sample}?${typed}`, { headers: caller })
    }
    // A row id as a mistaken caller might write it, in place of every parameter except the secret one.
    const mistaken = `/${app.adminPath}/admin${path.slice(PANEL.length).replace(/:[a-z_]+/g, CANARY)}`
    if (mistaken.includes(CANARY)) await app.call(method, mistaken, { headers, body: {} })
  }
  expect(
    await app.sql`select action, entity, entity_id from audit_log where audit_log::text like ${`%${CANARY}%`}`,
  ).toEqual([])
})

test('a panel file that cannot be recorded is not sent', async () => {
  await app.sql`alter table audit_log add constraint no_more check (action <> 'list.export') not valid`
  const { status, text } = await app.call('GET', `${app.adm}/users/export`, { headers: admin.headers })
  await app.sql`alter table audit_log drop constraint no_more`
  // A violated constraint of the log is reported like any other.
  expect(status).toBe(409)
  expect(text).not.toContain('@')
})
