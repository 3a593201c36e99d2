/** How the migration that added owners to emails treats existing ones. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, createOutboxEmail, createTicket, createUser } from './seed/factories.ts'
import { createTestDatabase } from './test-database.ts'

let store: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const statements = readFileSync('drizzle/migrations/0046_owners_of_mails.sql', 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^update outbox/m.test(statement))

test('an existing email gets the only account that had confirmed its address at the time, or its administrator', async () => {
  const { db, sql } = store
  const at = (day: string) => new Date(`2026-0${day}T00:00:00Z`)
  const created_at = at('2-01')
  const [owner, unproven, moved, both] = [
    await createUser(db, { created_at }),
    await createUser(db, { created_at, email_confirmed: false }),
    await createUser(db, { created_at }),
    await createUser(db, { created_at }),
  ]
  const admin = await createAdmin(db, { created_at })
  await createAdmin(db, { created_at, email: both.email.toUpperCase() })
  // The account has had this address only since March.
  await sql`insert into account_links (kind, user_id, token_hash, email, expires_at, created_at)
    values ('undo', ${moved.id}, 'a', 'former@lodefield.example', now(), ${at('3-01').toISOString()})`
  const ticket = await createTicket(db, { user_id: owner.id, email: unproven.email })
  const mail = async (email: string, day: string, reference = '') =>
    (await createOutboxEmail(db, { recipient: email.toUpperCase(), created_at: at(day), reference })).id
  const expected = new Map([
    [await mail(owner.email, '2-02'), [owner.id, null]],
    [await mail(owner.email, '1-02'), [null, null]],
    [await mail(unproven.email, '2-02'), [null, null]],
    [await mail(unproven.email, '2-02', ticket.reference), [owner.id, null]],
    [await mail(moved.email, '2-02'), [null, null]],
    [await mail(moved.email, '3-02'), [moved.id, null]],
    [await mail(admin.email, '2-02'), [null, admin.id]],
    [await mail(both.email, '2-02'), [null, null]],
    [await mail('visitor@lodefield.example', '2-02', 'T-999999'), [null, null]],
  ])
  expect(statements).toHaveLength(3)
  for (const statement of statements) await sql.unsafe(statement)
  const rows = await sql`select id, user_id, admin_id from outbox order by id`
  expect(rows.map(({ id, user_id, admin_id }) => [id, [user_id, admin_id]])).toEqual([...expected])
})
