import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getProcessIdentity } from './data-folder-lock.ts'
import { SUPERUSER_FILE } from './embedded-cluster.ts'
import { LOCK_FILE, startEmbedded } from './embedded-postgres.ts'
import { getSuperuserUrl } from './embedded-roles.ts'

// Each test creates a database cluster or two and waits for the disk.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drizzle embedded $HOME '))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const FAST = { durable: false }

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe(statement))]
  } finally {
    await sql.end()
  }
}

/** A server in a separate process, killed without a chance to stop its engine. */
async function startAndDie({ withEngine = false } = {}): Promise<{ url: string; enginePid: number }> {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))})
    const { url } = await startEmbedded(${JSON.stringify(folder)})
    console.log(url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = String(line).trim()
  await query(url, 'create table kept (word text)')
  await query(url, "insert into kept values ('before the crash')")
  const enginePid = await readEnginePid()
  if (withEngine) process.kill(enginePid, 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  return { url, enginePid }
}

const readEnginePid = async (): Promise<number> =>
  Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

test('starts, stops, and starts again with its rows and its password, which is required', async () => {
  const first = await startEmbedded(folder)
  await query(first.url, 'create table kept (word text)')
  await query(first.url, "insert into kept values ('Grüße')")
  const [facts] = await query(
    first.url,
    `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
      current_setting('listen_addresses') as address, current_setting('fsync') as fsync, lower('ÄÖ') as lower,
      (select rolsuper from pg_roles where rolname = current_user) as superuser`,
  )
  expect(facts).toEqual({
    encoding: 'UTF8',
    checksums: 'on',
    address: '127.0.0.1',
    fsync: 'on',
    lower: 'äö',
    superuser: false,
  })
  await expect(query(first.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
  expect((await stat(join(folder, 'postgres-password'))).mode & 0o777).toBe(0o600)
  await Promise.all([first.stop(), first.stop()])
  await expect(query(first.url, 'select 1')).rejects.toThrow()

  let launched = false
  const second = await startEmbedded(folder, {
    onLaunch: () => {
      launched = true
    },
  })
  // The server's other modules load while the engine starts.
  expect(launched).toBe(true)
  expect(await query(second.url, 'select * from kept')).toEqual([{ word: 'Grüße' }])
  await second.stop()
})

/** A query as the engine's superuser, with a password. */
const asSuperuser = (url: string, password: string, statement: string) =>
  query(getSuperuserUrl(password, Number(new URL(url).port)), statement)

const passwordIn = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim()

test('superuser, owner and server are three roles, each with a password that opens no other', async () => {
  const engine = await startEmbedded(folder, FAST)
  const passwords = await Promise.all(
    ['postgres-password', 'postgres-server-password', SUPERUSER_FILE].map(passwordIn),
  )
  expect(new Set(passwords).size).toBe(3)
  for (const name of ['postgres-server-password', SUPERUSER_FILE]) {
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  }
  const [owner = '', server = '', superuser = ''] = passwords
  for (const password of [owner, server]) {
    await expect(asSuperuser(engine.url, password, 'select 1')).rejects.toThrow('password')
  }
  expect(await asSuperuser(engine.url, superuser, 'select 1 as one')).toEqual([{ one: 1 }])
  const [role] = await query(
    engine.serverUrl,
    `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as special
      from pg_roles where rolname = current_user`,
  )
  expect(role).toEqual({ name: 'lodefield_server', special: false })
  await expect(query(engine.serverUrl, 'create temp table x (y int)')).rejects.toThrow('permission denied')
  await engine.stop()
})

test.each([['before'], ['after']])(
  'a data folder with one password gets three, also after an interruption %s the change',
  async (moment) => {
    const engine = await startEmbedded(folder, FAST)
    await query(engine.url, 'create table kept (word text)')
    // As left by an earlier version: the superuser has the owner's password, and there is no server role.
    const owner = await passwordIn('postgres-password')
    const superuser = await passwordIn(SUPERUSER_FILE)
    const change = (password: string) => `alter role postgres password '${password}'`
    await asSuperuser(engine.url, superuser, 'revoke all on database lodefield from lodefield_server')
    await asSuperuser(engine.url, superuser, 'drop role lodefield_server')
    await asSuperuser(engine.url, superuser, change(moment === 'before' ? owner : 'half-changed'))
    await engine.stop()
    await rm(join(folder, SUPERUSER_FILE))
    await rm(join(folder, 'postgres-server-password'))
    if (moment === 'after') await writeFile(join(folder, `${SUPERUSER_FILE}.new`), 'half-changed\n')

    const again = await startEmbedded(folder, FAST)
    expect(await query(again.url, 'select * from kept')).toEqual([])
    expect(await query(again.serverUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    await expect(asSuperuser(again.url, owner, 'select 1')).rejects.toThrow('password')
    expect(await asSuperuser(again.url, await passwordIn(SUPERUSER_FILE), 'select 1 as one')).toEqual([
      { one: 1 },
    ])
    await again.stop()
  },
)

test('a second owner is rejected with the pid of the first', async () => {
  const engine = await startEmbedded(folder, FAST)
  await expect(startEmbedded(folder, FAST)).rejects.toThrow(`in use by the process ${process.pid}`)
  expect(await query(engine.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
  await engine.stop()
})

test('of two concurrent starts, one becomes the owner', async () => {
  const starts = await Promise.allSettled([startEmbedded(folder, FAST), startEmbedded(folder, FAST)])
  const [started, ...more] = starts.filter((start) => start.status === 'fulfilled')
  expect(more).toEqual([])
  await started?.value.stop()
})

test('the engine of a killed owner is taken over with all committed rows', async () => {
  const before = await startAndDie()
  const engine = await startEmbedded(folder, FAST)
  expect(await readEnginePid()).not.toBe(before.enginePid)
  expect(await getProcessIdentity(before.enginePid)).toBeUndefined()
  expect(await query(engine.url, 'select * from kept')).toEqual([{ word: 'before the crash' }])
  await engine.stop()
})

test.skipIf(process.platform === 'win32')('the engine of a killed owner stops on its own', async () => {
  const { enginePid } = await startAndDie()
  await expect.poll(() => getProcessIdentity(enginePid), { timeout: 20_000 }).toBeUndefined()
  await expect(readEnginePid()).rejects.toThrow('ENOENT')
})

test('the engine recovers after owner and engine were killed', async () => {
  await startAndDie({ withEngine: true })
  const engine = await startEmbedded(folder, FAST)
  expect(await query(engine.url, 'select * from kept')).toEqual([{ word: 'before the crash' }])
  await engine.stop()
})

test('a recycled process id does not block the start, and its process is left alone', async () => {
  const engine = await startEmbedded(folder, FAST)
  await engine.stop()
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  await once(stranger, 'spawn')
  await writeFile(join(folder, LOCK_FILE), JSON.stringify({ pid: stranger.pid, started: 'long ago' }))
  await writeFile(join(folder, 'postgres/postmaster.pid'), `${stranger.pid}\n${folder}/postgres\n1\n5432\n`)
  const again = await startEmbedded(folder, FAST)
  await again.stop()
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  stranger.kill()
})

test('a broken lock file and an interrupted first start are cleaned up', async () => {
  await writeFile(join(folder, LOCK_FILE), '{')
  const engine = await startEmbedded(folder, FAST)
  await engine.stop()
  await rm(join(folder, 'postgres'), { recursive: true })
  await writeFile(join(folder, 'postgres.new'), 'half made')
  const again = await startEmbedded(folder, FAST)
  await again.stop()
})

test('data without its password is not touched, and the message explains what to do', async () => {
  const engine = await startEmbedded(folder, FAST)
  await engine.stop()
  await rm(join(folder, 'postgres-password'))
  await expect(startEmbedded(folder, FAST)).rejects.toThrow('Restore the file')
})

test('an engine that cannot start reports why and leaves no lock', async () => {
  const engine = await startEmbedded(folder, FAST)
  await engine.stop()
  await writeFile(join(folder, 'postgres/postgresql.conf'), 'nonsense = 1\n')
  await expect(startEmbedded(folder, FAST)).rejects.toThrow('nonsense')
  await expect(stat(join(folder, LOCK_FILE))).rejects.toThrow('ENOENT')
})

test.runIf(process.getuid?.() === 0)('as root it works below a folder that only root may enter', async () => {
  await chmod(folder, 0o700)
  const engine = await startEmbedded(join(folder, 'inner'), FAST)
  const [row] = await query(engine.url, 'select 1 as alive')
  expect(row).toEqual({ alive: 1 })
  await engine.stop()
})
