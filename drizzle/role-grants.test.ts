import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'
import { applyGrants, findExcessivePrivileges, getRoleFromUrl, grants } from './role-grants.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let store: TestDatabase
let server: ReturnType<typeof openDatabase>
beforeAll(async () => {
  store = await createTestDatabase()
  server = openDatabase(store.serverUrl, { max: 2 })
  await store.sql`insert into audit_log (action, entity) values ('one', 'test'), ('two', 'test')`
})
afterAll(async () => {
  await server.close()
  await store.drop()
})

const DENIED = '42501'
const PRIVILEGES = 'SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER'

/** The code with which PostgreSQL rejects a statement of the server's role; undefined if it does not. */
const errorOf = (statement: string): Promise<string | undefined> =>
  server.sql.unsafe(statement).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )

/** The privileges of the server's role, by table. */
async function readPrivileges(): Promise<Record<string, string>> {
  const rows = await store.sql<{ name: string; held: string }[]>`
    select relname as name, array_to_string(array(
      select privilege from unnest(string_to_array(${PRIVILEGES}, ' ')) as privilege
      where has_table_privilege(${getRoleFromUrl(store.serverUrl)}, pg_class.oid, privilege)), ' ') as held
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
}

describe("the server's role", () => {
  test('has a declared grant for every table', async () => {
    // A new table must be added to role-grants.ts: until then the server may not use it.
    expect(Object.keys(grants).sort()).toEqual(Object.keys(await readPrivileges()))
  })

  test('has the declared privileges on each table, and no more', async () => {
    const texts = {
      change: 'SELECT INSERT UPDATE DELETE',
      append: 'SELECT INSERT',
      read: 'SELECT',
      keep: 'SELECT INSERT UPDATE',
    }
    expect(await readPrivileges()).toEqual(
      Object.fromEntries(Object.entries(grants).map(([name, access]) => [name, texts[access]])),
    )
    expect(grants).toMatchObject({ audit_log: 'append', audit_head: 'read' })
  })

  test.each([
    ['change an entry of the audit log', "update audit_log set action = 'x'"],
    [
      'change one by inserting it again',
      "insert into audit_log (action, entity) values ('x', 'y') on conflict (id) do update set action = 'x'",
    ],
    ['delete entries', 'delete from audit_log'],
    ['empty the log', 'truncate audit_log'],
    ['disable its triggers', 'alter table audit_log disable trigger all'],
    ['drop a trigger', 'drop trigger append_only on audit_log'],
    [
      'add a trigger',
      'create trigger x before insert on audit_log for each row execute function refuse_change()',
    ],
    ['switch triggers off for its session', "set session_replication_role = 'replica'"],
    ['reset the head', "update audit_head set last_id = 0, last_hash = '', last_seal = ''"],
    ['remove the head', 'delete from audit_head'],
    ['lock the head for itself', 'select from audit_head for update'],
    [
      'replace the digest',
      "create or replace function audit_digest(entry audit_log) returns text language sql as $$ select '' $$",
    ],
    ['take the table', 'alter table audit_log owner to current_user'],
    ['alter a table', 'alter table users add column x text'],
    ['drop a table', 'drop table users'],
    ['create a table', 'create table x (y int)'],
    ['create a schema', 'create schema x'],
    ['create a role', 'create role x'],
    ['become a superuser', 'alter role current_user superuser'],
    ['become the owner', 'set role lodefield'],
    ['read a file', "select pg_read_file('/etc/passwd')"],
    ['copy a file into a table', "copy settings from '/etc/passwd'"],
    ['run a program', "copy settings from program 'id'"],
    ['change what was migrated', 'delete from drizzle.__drizzle_migrations'],
  ])('may not %s', async (_what, statement) => {
    expect(await errorOf(statement.replace('role lodefield', `role ${getRoleFromUrl(store.url)}`))).toBe(
      DENIED,
    )
  })

  test('may not move the head through its own table and the chaining function', async () => {
    const made = await errorOf('create temp table mine (like audit_log)')
    expect(made === undefined || made === DENIED).toBe(true)
    await store.sql`grant execute on function chain_audit_entry() to public`
    await expect(
      store.sql.begin(async (sql) => {
        await sql`create temp table mine (like audit_log)`
        await sql`create trigger chain before insert on mine for each row execute function chain_audit_entry()`
        await sql`insert into mine (id, action, entity, entity_id, admin_name, ip_address, request_id) values (9, 'x', 'y', '', '', '', '')`
      }),
    ).rejects.toThrow('Only the audit log is chained')
    await store.sql`revoke execute on function chain_audit_entry() from public`
  })

  test("may run no function with the owner's rights except those that lock a head", async () => {
    const rows = await store.sql<{ name: string }[]>`
      select proname as name from pg_proc
      where prosecdef and pronamespace = 'public'::regnamespace
        and has_function_privilege(${getRoleFromUrl(store.serverUrl)}, oid, 'execute')
      order by 1`
    expect(rows.map(({ name }) => name)).toEqual(['lock_audit_head', 'lock_register_head'])
    const unsafe = await store.sql`
      select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
        and not coalesce(array_to_string(proconfig, ' ') like '%search_path=pg_catalog, pg_temp%', false)`
    expect([...unsafe]).toEqual([])
  })

  test('may add entries and read them', async () => {
    await server.sql`insert into audit_log (action, entity) values ('three', 'test')`
    expect(await server.sql`select from audit_log where action = 'three'`).toHaveLength(1)
  })

  test('gets no rights to an undeclared table, and loses undeclared rights', async () => {
    await store.sql`create table undeclared (word text)`
    await store.sql.unsafe(`grant update, truncate on audit_log to "${getRoleFromUrl(store.serverUrl)}"`)
    await store.sql.unsafe(`grant select on undeclared to "${getRoleFromUrl(store.serverUrl)}"`)
    await migrateDatabase(store.url, store.serverUrl)
    const { undeclared, audit_log } = await readPrivileges()
    await store.sql`drop table undeclared`
    expect({ undeclared, audit_log }).toEqual({ undeclared: '', audit_log: 'SELECT INSERT' })
  })

  test('is written to the catalog only if something differs', async () => {
    const versions = () =>
      store.sql`select xmin::text, relname from pg_class where relnamespace = 'public'::regnamespace order by 2`
    await applyGrants(store.sql, store.serverUrl)
    const before = await versions()
    await applyGrants(store.sql, store.serverUrl)
    expect(await versions()).toEqual(before)
  })

  test('serves a current schema, and names the command that migrates an old one', async () => {
    await migrateDatabase(store.serverUrl)
    const [last] = await store.sql`delete from drizzle.__drizzle_migrations
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning hash, created_at`
    await expect(migrateDatabase(store.serverUrl)).rejects.toThrow('DATABASE_OWNER_URL')
    await store.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${last?.hash}, ${last?.created_at})`
  })
})

test("the owner is distinguished from the server's role", async () => {
  expect(await findExcessivePrivileges(store.db)).toBe('owner')
  expect(await findExcessivePrivileges(server.db)).toBeUndefined()
})

test.each([
  ['postgres://one:secret@a:5511,b:5512/db?target_session_attrs=primary', 'one'],
  ['postgresql://with%40at@host/db', 'with@at'],
  ['postgres://host/db', ''],
])('the role of %s is %s', (url, role) => {
  expect(getRoleFromUrl(url)).toBe(role)
})
