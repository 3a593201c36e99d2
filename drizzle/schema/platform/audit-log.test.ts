import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAuditLog } from '#db/audit-chain'
import { createAdmin } from '#db/seed/factories'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { auditLog } from './audit.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const write = (action: string) =>
  store.db
    .insert(auditLog)
    .values({ action, entity: 'user', entity_id: '7', after: { is_active: false, z: [1, null] } })

test('refuses update, delete and truncate', async () => {
  await write('disable')
  for (const statement of [
    "update audit_log set action = 'nothing'",
    'delete from audit_log',
    'delete from audit_log where false',
    'truncate audit_log',
  ]) {
    await expect(store.sql.unsafe(statement), statement).rejects.toThrow('append-only')
  }
  expect(await store.db.select().from(auditLog)).toHaveLength(1)
})

test('chains parallel entries without gaps, also past a rolled back one', async () => {
  const { id: admin_id } = await createAdmin(store.db)
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      store.db
        .transaction(async (tx) => {
          await tx.insert(auditLog).values({ admin_id, action: `step ${n}`, entity: 'token' })
          if (n % 5 === 0) tx.rollback()
        })
        .catch(() => {}),
    ),
  )
  await store.db.insert(auditLog).values([
    { action: 'one', entity: 'settings' },
    { action: 'two', entity: 'settings' },
  ])
  const rows = await store.db.select().from(auditLog).orderBy(auditLog.id)
  expect(rows.map((row) => row.id)).toEqual(Array.from({ length: 19 }, (_, index) => index + 1))
  expect(await verifyAuditLog(store.db, { keys: [] })).toMatchObject({
    entries: 19,
    brokenAt: undefined,
    head: rows.at(-1)?.hash,
  })
})

test("the writer cannot choose id or hash, and the session's time zone does not matter", async () => {
  const [row] = await store.db
    .insert(auditLog)
    .values({
      id: 999,
      prev_hash: 'a',
      hash: 'b',
      action: 'x',
      entity: 'y',
      created_at: new Date('2026-01-02T03:04:05.678Z'),
    })
    .returning()
  expect(row?.id).toBe(20)
  expect(row?.hash).toMatch(/^[0-9a-f]{64}$/)
  await store.sql.begin(async (sql) => {
    await sql`set local timezone = 'Asia/Kolkata'`
    const [again] = await sql`select audit_digest(audit_log) as digest from audit_log where id = 20`
    expect(again?.digest).toBe(row?.hash)
  })
})

test.each([
  ['an edited entry', "update audit_log set after = '{}' where id = 5", 5],
  [
    'an entry with a hash made to fit',
    "update audit_log set action = 'x', hash = audit_digest(audit_log) where id = 5",
    5,
  ],
  ['a removed entry', 'delete from audit_log where id = 8', 9],
  ['a removed end', 'delete from audit_log where id >= 19', 19],
])('detects %s', async (_what, tampering, brokenAt) => {
  const undone = store.db.transaction(async (tx) => {
    await tx.execute('alter table audit_log disable trigger append_only')
    await tx.execute(tampering)
    expect((await verifyAuditLog(tx, { keys: [] })).brokenAt).toBe(brokenAt)
    tx.rollback()
  })
  await expect(undone).rejects.toThrow('Rollback')
})
