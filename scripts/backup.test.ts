import { randomBytes } from 'node:crypto'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getService } from '#common/service-container'
import { verifyAuditLog } from '#db/audit-chain'
import { openDatabase } from '#db/client'
import {
  createChatSession,
  createEvidence,
  createLoginRecord,
  createNotification,
  createTransaction,
} from '#db/seed/factories'
import { findTotalsDiscrepancies } from '#db/totals-integrity'
import { decryptFile, encryptBytes } from '#modules/compliance/verifications/encrypted-file'
import { storeEncryptedFile } from '#modules/compliance/verifications/evidence-files'
import { startTestApp, type TestApp } from '#testing/test-app'
import {
  createEmptyDatabases,
  hashDatabaseContents,
  hashUploads,
  runCommand,
} from './test-backup-commands.ts'

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
let folder: string
let source: string
let backup: string
let evidenceOwner: number
let evidence: ReturnType<typeof encryptBytes>
const PASSPORT = 'Passport X1234567 of Ada Quartz'
const databases = createEmptyDatabases()

beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'lodefield-backup-'))
  backup = join(folder, 'backup')
  const { headers } = await app.signInAdmin()
  const form = new FormData()
  form.append(
    'file',
    new Blob(['%PDF-1.7\n', randomBytes(300_000), '\nstartxref\n0\n%%EOF\n']),
    'Annual report.pdf',
  )
  const uploaded = await app.call('POST', `${app.adm}/documents/upload`, { headers, raw: form })
  expect(uploaded.status).toBe(201)
  // Values that COPY must escape, and rows that triggers would write again.
  const { user } = await app.signIn({ first_name: 'Zoë\\N', last_name: "O'Neil\t𝄞" })
  await createTransaction(app.db, { user_id: user.id, amount: '999999999999.99', description: 'a\nb\r\n\\.' })
  await createTransaction(app.db, { user_id: user.id, type: 'withdrawal', amount: '0.01' })
  await createNotification(app.db, { user_id: user.id })
  await createChatSession(app.db)
  await createLoginRecord(app.db, { user_id: user.id })
  evidenceOwner = user.id
  evidence = encryptBytes(Buffer.from(`%PDF-1.7\n${PASSPORT}\nstartxref\n0\n%%EOF\n`), user.id)
  const { filename, wrappedKey: wrapped_key } = evidence
  await storeEncryptedFile(filename, evidence.sealed)
  await createEvidence(app.db, { user_id: user.id, filename, wrapped_key })
  for (const site_description of ['One', 'Two', 'Three']) {
    await app.call('PUT', `${app.adm}/settings`, { headers, body: { site_description } })
  }
  // Calls are counted in memory and written to their table later: wait until it no longer changes.
  await vi.waitUntil(async () => (await app.sql`select from rate_limits where points = 4`).length > 0, {
    timeout: 5_000,
  })
  source = app.url
  const { out, err, code } = await runCommand('backup', [backup], source, app.config.DATA_DIR)
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('transactions: 2 rows')
  expect(out).toContain('Uploads: 2 files')
  for (const secret of ['evidence-key', 'mail-key']) expect(out).toContain(secret)
})
afterAll(async () => {
  await databases.dropAll()
  await rm(folder, { recursive: true, force: true })
  await app.close()
})

describe('a backup', () => {
  test('restored into an empty database is identical: rows, sequences, triggers and uploads', async () => {
    const url = await databases.create()
    const dataDir = join(folder, 'restored')
    const { out, err, code } = await runCommand('restore', [backup], url, dataDir)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('npm run register:verify')
    expect(out).toContain('Backups do not contain secrets')
    expect(await hashDatabaseContents(url)).toEqual(await hashDatabaseContents(source))
    expect(await hashUploads(join(dataDir, 'uploads'))).toEqual(await hashUploads(app.uploads))
    expect(await hashUploads(join(dataDir, 'uploads'))).toHaveLength(2)

    const { db, close } = openDatabase(url)
    const before = await verifyAuditLog(app.db, { keys: [] })
    expect(before.entries).toBeGreaterThanOrEqual(4)
    expect(await verifyAuditLog(db, { keys: [] })).toEqual(before)
    expect(await findTotalsDiscrepancies(db)).toEqual([])
    // Work continues from there: the next row has the next number, and triggers run.
    const [original, restored] = [await createTransaction(app.db), await createTransaction(db)]
    expect(restored.id).toBe(original.id)
    expect(await findTotalsDiscrepancies(db)).toEqual([])
    await close()
  })

  test('has the checksum of every file, in the format of sha256sum, and is readable by its owner only', async () => {
    const names = await readdir(backup, { recursive: true })
    const files: string[] = []
    for (const name of names) {
      const found = await stat(join(backup, name))
      expect(found.mode & 0o077, name).toBe(0)
      if (found.isFile() && name !== 'SHA256SUMS') files.push(name)
    }
    const lines = await Promise.all(
      files.map(async (name) => {
        const bytes = await readFile(join(backup, name))
        return `${new Bun.CryptoHasher('sha256').update(bytes).digest('hex')}  ${name}`
      }),
    )
    const sums = (await readFile(join(backup, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n')
    expect(sums.sort()).toEqual(lines.sort())
  })

  test('has only sealed evidence, and not the key that opens it', async () => {
    const [key] = getService('evidenceKeys')
    const hidden = [PASSPORT, key, Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex')]
    const names = await readdir(backup, { recursive: true })
    expect(names.filter((name) => name.endsWith('evidence-key'))).toEqual([])
    const stored = names.find((name) => name.endsWith(evidence.filename)) ?? 'missing'
    expect((await readFile(join(backup, stored))).equals(evidence.sealed)).toBe(true)
    for (const name of names) {
      if ((await stat(join(backup, name))).isDirectory()) continue
      const bytes = await readFile(join(backup, name))
      expect(
        hidden.filter((text) => bytes.includes(text)),
        name,
      ).toEqual([])
    }
    const place = { userId: evidenceOwner, filename: evidence.filename }
    const opened = decryptFile(evidence.sealed, evidence.wrappedKey, place)
    expect(Buffer.from(opened ?? []).toString(), 'with the key it opens').toContain(PASSPORT)
  })

  test('is not written into an existing folder', async () => {
    const { err, code } = await runCommand('backup', [backup], source, app.config.DATA_DIR)
    expect(code).toBe(1)
    expect(err).toContain('already exists')
  })

  test('with one changed byte, or a missing file, is not restored and the file is named', async () => {
    const spoiled = join(folder, 'spoiled')
    await cp(backup, spoiled, { recursive: true })
    await appendFile(join(spoiled, 'tables/users.copy'), ' ')
    const changed = await runCommand('restore', [spoiled, '--replace'], source, join(folder, 'unused'))
    expect(changed.code).toBe(1)
    expect(changed.err).toMatch(/Checksum mismatch for .*tables\/users\.copy\. No changes were made/)
    await rm(join(spoiled, 'tables/users.copy'))
    const missing = await runCommand('restore', [spoiled, '--replace'], source, join(folder, 'unused'))
    expect(missing.err).toMatch(/tables\/users\.copy is missing\. No changes were made/)
  })

  test('is not restored under a running server, nor over other rows without the switch, which removes them', async () => {
    const busy = await runCommand('restore', [backup, '--replace'], source, join(folder, 'unused'))
    expect(busy.code).toBe(1)
    expect(busy.err).toContain('A server uses this database. Stop it first.')

    const url = await databases.create()
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    await sql.unsafe('create table public.leftover (word text)')
    const dataDir = join(folder, 'replaced')
    const refused = await runCommand('restore', [backup], url, dataDir)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('This database is not empty')
    expect(await sql`select to_regclass('public.leftover') is not null as there`).toMatchObject([
      { there: true },
    ])
    expect((await runCommand('restore', [backup, '--replace'], url, dataDir)).code).toBe(0)
    expect(await sql`select to_regclass('public.leftover') is not null as there`).toMatchObject([
      { there: false },
    ])
    await sql.end()
  })

  test('of an earlier version is upgraded to this one', async () => {
    const migrationsFolder = join(import.meta.dirname, '../drizzle/migrations')
    const all = readMigrationFiles({ migrationsFolder })
    const old = await databases.create()
    const sql = postgres(old, { max: 1, onnotice: () => {} })
    await sql.unsafe('create schema drizzle')
    await sql.unsafe(
      'create table drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint)',
    )
    for (const { sql: statements, hash, folderMillis } of all.slice(0, -1)) {
      for (const statement of statements) await sql.unsafe(statement)
      await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
    }
    await sql`insert into users (email, password_hash, first_name, last_name) values ('a@b.example', '!', 'A', 'B')`
    await sql.end()
    const taken = join(folder, 'earlier')
    expect((await runCommand('backup', [taken], old, join(folder, 'unused'))).code).toBe(0)

    const url = await databases.create()
    expect((await runCommand('restore', [taken], url, join(folder, 'unused'))).code).toBe(0)
    const restored = postgres(url, { max: 1, onnotice: () => {} })
    expect(await restored`select email from users`).toMatchObject([{ email: 'a@b.example' }])
    expect(await restored`select from drizzle.__drizzle_migrations`).toHaveLength(all.length)
    await restored.end()
  })

  test('of another version is rejected, and the old rows are kept', async () => {
    const other = join(folder, 'other')
    await cp(backup, other, { recursive: true })
    const text = (await readFile(join(other, 'backup.json'), 'utf8')).replace(
      /"migrations": \[\s*"../,
      (start) => start.replace(/..$/, 'zz'),
    )
    await Bun.write(join(other, 'backup.json'), text)
    const sums = await readFile(join(other, 'SHA256SUMS'), 'utf8')
    const sum = new Bun.CryptoHasher('sha256').update(text).digest('hex')
    await Bun.write(join(other, 'SHA256SUMS'), sums.replace(/\w{64} {2}backup\.json/, `${sum}  backup.json`))
    const url = await databases.create()
    const { err, code } = await runCommand('restore', [other], url, join(folder, 'unused'))
    expect(code).toBe(1)
    expect(err).toContain('another Lodefield')
  })
})
