/** What the audit log withstands: an attacker with the server's password, and one with the owner's. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { containsAuditHead, verifyAuditLog } from '#db/audit-chain'
import { openDatabase } from '#db/client'
import { startTestApp, type TestApp } from '#testing/test-app'
import { hasKnownSeal, recordAudit, sealEarlierEntries, startAuditLog } from './audit-log.ts'

const KEY = 'key-of-the-audit-log-0123456789-abcdef'
const OTHER_KEY = 'another-key-of-the-log-9876543210-fedc'

let app: TestApp
let server: ReturnType<typeof openDatabase>
beforeAll(async () => {
  app = await startTestApp({ AUDIT_KEY: KEY })
  server = openDatabase(app.serverUrl, { max: 2 })
})
afterAll(async () => {
  await server.close()
  await app.close()
})

const actor = { adminId: undefined, address: '192.0.2.1', requestId: 'r-1' }
const record = (action: string, after: unknown = { z: 1.5, a: ['Grüße', null] }) =>
  recordAudit(actor, { action, entity: 'test', after })
const verify = (keys: string[] = [KEY]) => verifyAuditLog(app.db, { keys })

/** Runs statements as the owner of the tables could, bypassing the triggers. */
async function tamper(...statements: string[]): Promise<void> {
  await app.sql`alter table audit_log disable trigger user`
  for (const statement of statements) await app.sql.unsafe(statement)
  await app.sql`alter table audit_log enable trigger user`
}

/** Recomputes the plain hash chain, as the owner can. */
const REHASH = `do $$ declare entry audit_log; previous text := ''; begin
  for entry in select * from audit_log order by id loop
    entry.prev_hash := previous; previous := audit_digest(entry);
    update audit_log set prev_hash = entry.prev_hash, hash = previous where id = entry.id;
  end loop;
  update audit_head set last_id = coalesce((select max(id) from audit_log), 0), last_hash = previous;
end $$`

beforeEach(async () => {
  await tamper('delete from audit_log', "update audit_head set last_id = 0, last_hash = '', last_seal = ''")
  await record('first')
  await record('second')
  await record('third')
})

describe('the seals of the audit log', () => {
  test('are valid for entries as stored, including concurrent writes and malformed text', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => record(`parallel ${n}`, { n, big: 1e21, minus: -0 })),
    )
    await recordAudit(
      actor,
      {
        action: 'a',
        entity: 'test',
        entityId: 7,
        before: { b: 1, a: undefined },
        after: { a: { d: 1, c: 2 } },
      },
      { action: 'b', entity: 'test', name: `half \ud83d of a pair`, after: 'half \udc00 again' },
    )
    expect(await verify()).toMatchObject({ entries: 15, brokenAt: undefined, sealedFrom: 1 })
    expect(await verify([OTHER_KEY])).toMatchObject({ brokenAt: 1 })
    expect(await verify([OTHER_KEY, KEY])).toMatchObject({ brokenAt: undefined })
  })

  test.each([
    ['without a seal', "insert into audit_log (action, entity) values ('forged', 'test')"],
    [
      'with a seal made up',
      "insert into audit_log (action, entity, seal) values ('forged', 'test', repeat('a', 64))",
    ],
    [
      'with the seal of another entry',
      `insert into audit_log (created_at, action, entity, admin_name, after, ip_address, request_id, seal)
        select created_at, action, entity, admin_name, after, ip_address, request_id, seal from audit_log where id = 3`,
    ],
  ])("reveal an entry that the server's role added %s, and accept later ones", async (_how, statement) => {
    await server.sql.unsafe(statement)
    expect(await hasKnownSeal()).toBe(!statement.includes('seal'))
    await record('after')
    expect(await verify()).toMatchObject({ entries: 5, brokenAt: 4 })
    await tamper('delete from audit_log where id = 5', 'update audit_head set last_id = 4')
  })

  test.each([
    ['changes an entry', ["update audit_log set action = 'x' where id = 2", REHASH], 2],
    [
      'removes an entry',
      [
        'delete from audit_log where id = 1',
        'update audit_log set id = id - 10',
        'update audit_log set id = id + 9',
        REHASH,
      ],
      1,
    ],
    [
      'swaps two',
      [
        'update audit_log set id = 3 - id - 100 where id < 3',
        'update audit_log set id = id + 100 where id < 0',
        REHASH,
      ],
      1,
    ],
    ['takes the first seals away', ["update audit_log set action = 'x', seal = '' where id < 3", REHASH], 3],
  ])('reveal that the owner %s and recomputes the hashes', async (_what, statements, brokenAt) => {
    await tamper(...statements)
    expect(await verify([])).toMatchObject({ brokenAt: undefined })
    expect(await verify()).toMatchObject({ brokenAt })
  })

  test('do not reveal entries removed from the end, but a head recorded earlier does', async () => {
    const { head } = await verify()
    expect(await containsAuditHead(app.db, head)).toBe(true)
    await record('fourth')
    expect(await containsAuditHead(app.db, head)).toBe(true)
    await tamper('delete from audit_log where id > 2', REHASH)
    expect(await verify()).toMatchObject({ entries: 2, brokenAt: undefined })
    expect(await containsAuditHead(app.db, head)).toBe(false)
  })

  test('cover entries written before sealing began', async () => {
    await tamper("update audit_log set seal = ''", "update audit_head set last_seal = ''")
    expect(await verify()).toMatchObject({ entries: 3, brokenAt: undefined, sealedFrom: undefined })
    await sealEarlierEntries()
    await sealEarlierEntries()
    expect(await verify()).toMatchObject({ entries: 4, brokenAt: undefined, sealedFrom: 4 })
    await tamper("update audit_log set action = 'x' where id = 1", REHASH)
    expect(await verify()).toMatchObject({ brokenAt: 4 })
  })

  test('made with another key are detected at start', async () => {
    expect(await hasKnownSeal()).toBe(true)
    const { log } = app
    startAuditLog({ keys: [OTHER_KEY], log })
    expect(await hasKnownSeal()).toBe(false)
    startAuditLog({ keys: [OTHER_KEY, KEY], log })
    expect(await hasKnownSeal()).toBe(true)
    startAuditLog({ keys: [KEY], log })
  })
})

test('the head of the audit log is written to the log stream after a commit', async () => {
  app.logLines.length = 0
  const audit = startAuditLog({ keys: [KEY], log: app.log })
  for (const action of ['one', 'two', 'three']) await record(action)
  await audit.close()
  const heads = app.logLines.map((line) => JSON.parse(line)).filter((line) => line.audit_head)
  const { head, entries } = await verify()
  // The first one immediately, the others combined.
  expect(heads).toHaveLength(2)
  expect(heads.at(-1).audit_head).toEqual({ id: entries, hash: head })
  startAuditLog({ keys: [KEY], log: app.log })
})
