import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin({ username: 'Anna' })
})
afterAll(() => app.close())

const verify = (headers = admin.headers) => app.call('POST', `${app.adm}/audit-log/verify`, { headers })
const read = (headers = admin.headers) => app.call('GET', `${app.adm}/audit-log/check`, { headers })

/** The result of the most recently started check, once it has ended. */
async function readEnd() {
  await expect.poll(async () => (await read()).body.running).toBeNull()
  return (await read()).body.last
}

/** Changes the log as its owner can, bypassing the trigger that prevents it. */
const tamper = (statement: string) =>
  app.sql.begin(async (sql) => {
    await sql`alter table audit_log disable trigger append_only`
    await sql.unsafe(statement)
    await sql`alter table audit_log enable trigger append_only`
  })

test('a check follows the whole log in the background, and its result is kept for everyone', async () => {
  expect((await read()).body).toEqual({ running: null, last: null })
  const { status, body } = await verify()
  expect(status).toBe(202)
  expect(body.check).toMatchObject({ by: { id: admin.admin.id, username: 'Anna' }, broken_at: null })
  const last = await readEnd()
  expect(last).toMatchObject({ id: body.check.id, state: 'unbroken', broken_at: null })
  expect(last.checked).toBe(last.entries)
  expect(last.finished_at).toMatch(/Z$/)
  const auditor = await app.signInAdmin({ roles: ['auditor'] })
  expect((await read(auditor.headers)).body.last).toEqual(last)
})

test('a check is recorded at its start and with its result', async () => {
  const { body } = await verify()
  await readEnd()
  const entries = await app.sql`
    select action, admin_id, after from audit_log where after->>'check' = ${String(body.check.id)} order by id`
  expect(entries).toMatchObject([
    { action: 'audit.verify', admin_id: admin.admin.id },
    { action: 'audit.checked', admin_id: null, after: { state: 'unbroken' } },
  ])
})

test('a check requested while one runs is that one', async () => {
  await app.sql`insert into audit_checks (admin_id, last_id) values (${admin.admin.id}, 1)`
  const first = (await verify()).body.check
  expect((await verify()).body.check).toEqual(first)
  expect(first.state).toBe('running')
  // Its server is gone: it is abandoned when the next one starts.
  await app.sql`update audit_checks set seen_at = now() - interval '2 minutes' where state = 'running'`
  const next = (await verify()).body.check
  expect(next.id).not.toBe(first.id)
  expect((await readEnd()).state).toBe('unbroken')
  const [given] = await app.sql`select state from audit_checks where id = ${first.id}`
  expect(given).toEqual({ state: 'failed' })
})

test('roles without the audit log can neither check it nor read the result', async () => {
  for (const role of ['operator', 'support'] as const) {
    const { headers } = await app.signInAdmin({ roles: [role] })
    expect((await verify(headers)).status).toBe(403)
    expect((await read(headers)).status).toBe(403)
  }
})

// Last, because the log stays broken.
test('a check names the first changed entry', async () => {
  const [entry] = await app.sql<{ id: number }[]>`select id from audit_log order by id offset 1 limit 1`
  await tamper(`update audit_log set ip_address = '203.0.113.9' where id = ${entry?.id}`)
  await verify()
  expect(await readEnd()).toMatchObject({ state: 'broken', broken_at: entry?.id })
})
