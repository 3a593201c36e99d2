import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#db/client'
import { MIGRATION_LOCK } from '#db/migrate'
import { seedLarge } from '#db/seed/large-seed'
import { noTimeouts } from '#db/session-limits'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import {
  createEmptyDatabases,
  hashDatabaseContents,
  hashUploads,
  runCommand,
  startCommand,
} from './test-backup-commands.ts'

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 })

const MEGABYTE = 1024 * 1024

const databases = createEmptyDatabases()
let source: TestDatabase
let folder: string
let dataDir: string
let backup: string

beforeAll(async () => {
  source = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lodefield-backup-size-'))
  dataDir = join(folder, 'data')
  backup = join(folder, 'backup')
  const { sql, close } = openDatabase(source.url, { max: 1 })
  const counts = { users: 300, transactions: 20_000, notifications: 2_000, coins: 1, entries: 20_000 }
  await seedLarge(sql, { counts, passwordHash: '!' })
  // Rows as long as a form allows, in a table of several megabytes.
  await sql`
    insert into support_tickets (name, email, subject, message)
    select 'Visitor', 'visitor@lodefield.example', 'Long', repeat(E'A line of a ticket.\n', 250)
    from generate_series(1, 800)`
  // A role's time limit must not apply to a backup or a restore.
  await sql`select set_config('statement_timeout', '0', false)`
  await sql.unsafe(`alter database ${new URL(source.url).pathname.slice(1)} set statement_timeout = '1ms'`)
  await close()
  for (const name of ['large.pdf', 'small.pdf', 'icons/icon.png']) {
    await Bun.write(join(dataDir, 'uploads', name), randomBytes(name === 'large.pdf' ? 4 * MEGABYTE : 100))
  }
  const { out, err, code } = await runCommand('backup', [backup], source.url, dataDir)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/transactions: 20,000 rows, \d,\d{3},\d{3} bytes/)
})
afterAll(async () => {
  await databases.dropAll()
  await source.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs `work` while another session holds the lock of `statement`. */
async function whileLocked<T>(statement: string, url: string, work: () => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { ...noTimeouts } })
  try {
    const [result] = await sql.begin(async (transaction) => {
      await transaction.unsafe(statement)
      // In an array: the driver's types treat the returned value as queries to await.
      return [await work()] as const
    })
    return result as T
  } finally {
    await sql.end()
  }
}

describe('a backup of several megabytes a table', () => {
  test('is restored row by row and file by file, into an empty database and over an old one', async () => {
    const url = await databases.create()
    const restored = join(folder, 'restored')
    for (const words of [[backup], [backup, '--replace']]) {
      const { out, err, code } = await runCommand('restore', words, url, restored)
      expect([code, err]).toEqual([0, ''])
      expect(out).toContain('Restore complete')
      expect(await hashDatabaseContents(url)).toEqual(await hashDatabaseContents(source.url))
      expect(await hashUploads(join(restored, 'uploads'))).toEqual(
        await hashUploads(join(dataDir, 'uploads')),
      )
    }
  })

  test('is verified without a database', async () => {
    const { out, err, code } = await runCommand('verify-backup', [backup], '', join(folder, 'unused'))
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/is complete: \d+ tables with \d\d,\d{3} rows, 3 uploads\./)
  })

  /** A copy with one changed file and an updated checksum, as after a write error. */
  async function copyWith(file: string, change: (text: string) => string): Promise<string> {
    const changed = join(folder, `changed-${randomBytes(4).toString('hex')}`)
    await cp(backup, changed, { recursive: true })
    const text = change(await readFile(join(changed, file), 'utf8'))
    await Bun.write(join(changed, file), text)
    const sum = new Bun.CryptoHasher('sha256').update(text).digest('hex')
    const sums = (await readFile(join(changed, 'SHA256SUMS'), 'utf8')).split('\n')
    const at = sums.findIndex((line) => line.endsWith(`  ${file}`))
    sums[at] = `${sum}  ${file}`
    await Bun.write(join(changed, 'SHA256SUMS'), sums.join('\n'))
    return changed
  }

  test.each([
    [
      'a row fewer',
      'tables/users.copy',
      (text: string) => text.replace(/.*\n/, ''),
      /contains 299 rows instead of 300/,
    ],
    ['a row cut off', 'tables/users.copy', (text: string) => text.slice(0, -10), /Line 300 is cut off/],
    [
      'a value fewer',
      'tables/users.copy',
      (text: string) => text.replace('\t', ' '),
      /Line 1 holds \d+ values/,
    ],
    [
      'a table without its number of rows',
      'backup.json',
      (text: string) => text.replace('"users": 300', '"x": 1'),
      /number of rows of users/,
    ],
    [
      'no uploads named',
      'backup.json',
      (text: string) => text.replace('"uploads"', '"other"'),
      /the uploads/,
    ],
  ])('with %s is detected by backup:verify', async (_, file, change, message) => {
    const { err, code } = await runCommand('verify-backup', [await copyWith(file, change)], '', folder)
    expect(code).toBe(1)
    expect(err).toMatch(message)
  })

  test('with a row that the database rejects aborts the restore, and keeps the old rows', async () => {
    const orphan = await copyWith('tables/notifications.copy', (text) => {
      const lines = text.split('\n')
      const last = lines.at(-2)?.split('\t') ?? []
      last[last.indexOf(last[1] ?? '')] = '2147483647'
      return [...lines.slice(0, -2), last.join('\t'), ''].join('\n')
    })
    const url = await databases.create()
    const { err, code } = await runCommand('restore', [orphan], url, join(folder, 'unused'))
    expect(code).toBe(1)
    expect(err).toContain('violates foreign key constraint')
    expect((await hashDatabaseContents(url)).rows).toEqual({})
  })
})

describe('a backup without progress', () => {
  test('stops with an error that names the position, and is rejected by restore and backup:verify', async () => {
    const unfinished = join(folder, 'unfinished')
    const { err, code } = await whileLocked(
      'lock table transactions in access exclusive mode',
      source.url,
      () => runCommand('backup', [unfinished, '--stall-seconds', '2'], source.url, dataDir),
    )
    expect(code).toBe(1)
    expect(err).toMatch(/Timed out while reading the table \w+: no progress for 2 seconds\./)
    expect(await readdir(unfinished)).toContain('INCOMPLETE')
    const url = await databases.create()
    for (const command of ['restore', 'verify-backup']) {
      const refused = await runCommand(command, [unfinished], url, join(folder, 'unused'))
      expect(refused.code).toBe(1)
      expect(refused.err).toMatch(/backup in .* is incomplete/)
    }
  })

  test('that was killed is rejected, and so is one without its checksums', async () => {
    const killed = join(folder, 'killed')
    await whileLocked('lock table transactions in access exclusive mode', source.url, async () => {
      const child = startCommand('backup', [killed], source.url, dataDir)
      await vi.waitUntil(
        () =>
          readdir(join(killed, 'tables')).then(
            (names) => names.length > 3,
            () => false,
          ),
        {
          timeout: 20_000,
        },
      )
      child.kill('SIGKILL')
      await child.exited
    })
    const { err, code } = await runCommand('verify-backup', [killed], '', folder)
    expect([code, err.includes('incomplete')]).toEqual([1, true])
    await rm(join(killed, 'INCOMPLETE'))
    expect((await runCommand('verify-backup', [killed], '', folder)).err).toContain(
      'the backup is incomplete',
    )
    const cut = join(folder, 'cut')
    await cp(backup, cut, { recursive: true })
    await truncate(join(cut, 'SHA256SUMS'), 1_000)
    expect((await runCommand('verify-backup', [cut], '', folder)).code).toBe(1)
  })

  test('stops too when its database is locked by another session', async () => {
    const url = await databases.create()
    const { err, code } = await whileLocked(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`, url, () =>
      runCommand('restore', [backup, '--stall-seconds', '2'], url, join(folder, 'unused')),
    )
    expect(code).toBe(1)
    expect(err).toMatch(/Timed out while creating the tables: no progress for 2 seconds\./)
  })
})
