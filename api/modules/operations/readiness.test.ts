import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const send = () =>
  app.call('POST', '/support/ticket', {
    body: { name: 'Ada', email: 'ada@lodefield.example', subject: 'Fees', message: 'How are they charged?' },
  })

/** Makes every write to some tables fail, as on a full disk. */
async function failWrites(code: string): Promise<void> {
  await app.sql.unsafe(
    `create function refuse_writes() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '${code}'; end $$`,
  )
  for (const table of ['support_tickets', 'idempotency_keys'])
    await app.sql.unsafe(
      `create trigger refuse before insert on ${table} for each row execute function refuse_writes()`,
    )
}

test.each([
  ['53100', 'The disk of the database is full: nothing can be stored.'],
  ['25006', 'The database is read-only: nothing can be stored.'],
])('is not ready from a write that fails with %s until writes succeed again', async (code, reason) => {
  expect((await app.call('GET', '/ready')).status).toBe(200)
  await failWrites(code)
  expect((await send()).status).toBe(503)
  for (let turn = 0; turn < 2; turn++) {
    const { status, body } = await app.call('GET', '/ready')
    expect({ status, error: body.error }).toEqual({ status: 503, error: reason })
  }
  await app.sql.unsafe('drop function refuse_writes() cascade')
  expect((await app.call('GET', '/ready')).status).toBe(200)
  expect((await send()).status).toBe(201)
})
