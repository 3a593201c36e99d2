import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database'

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 })

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

async function run(...words: string[]) {
  const child = Bun.spawn([process.execPath, 'scripts/mail.ts', ...words], {
    cwd: dirname(import.meta.dirname),
    env: { ...process.env, DATABASE_URL: store.serverUrl, DATABASE_OWNER_URL: store.url },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, err, code }
}

test('lists the pending emails and shows one, but none that was sent or whose link has expired', async () => {
  expect((await run()).out).toContain('No pending emails.')
  const rows = await store.sql<{ id: number }[]>`
    insert into outbox (kind, recipient, subject, body, status, expires_at) values
      ('reset_password', 'ada@mailbox.example', 'Set a new password', '["the link", "", ""]', 'pending', now() + interval '1 hour'),
      ('reset_password', 'late@mailbox.example', 'Set a new password', '["the link", "", ""]', 'pending', now()),
      ('ticket_reply', 'sent@mailbox.example', 'Custody', '', 'sent', null)
    returning id`
  const [waiting, late] = rows.map(({ id }) => String(id))
  const { out } = await run()
  expect(out).toContain('ada@mailbox.example  Set a new password')
  expect(out).not.toMatch(/late@|sent@/)
  expect((await run('show', waiting ?? '')).out).toContain('the link')
  const gone = await run('show', late ?? '')
  expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('No pending email') })
  expect((await run('show', 'x')).code).toBe(1)
})
