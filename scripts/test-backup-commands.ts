/** Shared by backup tests: commands as an operator runs them, and the contents of a database or folder. */
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { noTimeouts } from '#db/session-limits'
import { dropDatabase, getDatabaseUrl } from '#db/test-database'

/** Starts a command as a separate process. */
export function startCommand(script: string, words: string[], url: string, dataDir: string) {
  return Bun.spawn([process.execPath, `scripts/${script}.ts`, ...words], {
    cwd: dirname(import.meta.dirname),
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a command to its end. */
export async function runCommand(script: string, words: string[], url: string, dataDir: string) {
  const child = startCommand(script, words, url, dataDir)
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, err, code }
}

/** Creates and removes empty databases next to those of the tests. */
export function createEmptyDatabases() {
  const { TEST_DATABASE_URL: server = '', TEST_DATABASE_PREFIX: prefix } = process.env
  const made: string[] = []
  async function onServer(statement: string): Promise<void> {
    const sql = postgres(server, { max: 1, onnotice: () => {} })
    await sql.unsafe(statement).finally(() => sql.end())
  }
  return {
    async create(): Promise<string> {
      const name = `${prefix}${randomBytes(4).toString('hex')}`
      await onServer(`create database ${name}`)
      made.push(name)
      return getDatabaseUrl(server, name)
    },
    async dropAll(): Promise<void> {
      for (const name of made) await dropDatabase(server, name)
    },
  }
}

/** Every row of every table as a checksum, the next value of every sequence, and every trigger. */
export async function hashDatabaseContents(url: string) {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { TimeZone: 'UTC', ...noTimeouts },
  })
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'drizzle') order by 1`
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [content] = await sql.unsafe(
      `select count(*)::int as count, md5(string_agg(md5(t::text), '' order by md5(t::text))) as sum from ${name} t`,
    )
    rows[name] = { ...content }
  }
  const sequences = await sql`
    select sequencename, last_value::text from pg_sequences where schemaname = 'public' order by 1`
  const triggers = await sql`
    select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`
  const constraints = await sql`
    select conrelid::regclass::text as table, conname, condeferrable, convalidated from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`
  await sql.end()
  return { rows, sequences: [...sequences], triggers: [...triggers], constraints: [...constraints] }
}

/** The checksum of every upload in a folder, by name. */
export async function hashUploads(uploads: string): Promise<[string, string][]> {
  const names = (await readdir(uploads, { recursive: true })).filter((name) => /\w\.\w+$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const hash = new Bun.CryptoHasher('sha256')
      for await (const chunk of Bun.file(join(uploads, name)).stream()) hash.update(chunk)
      return [name, hash.digest('hex')] as [string, string]
    }),
  )
}
