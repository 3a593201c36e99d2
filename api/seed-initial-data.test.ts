import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLogger } from '#common/logger'
import { OperatorError } from '#db/operator-error'
import { createTestDatabase, deleteAllRows, type TestDatabase } from '#db/test-database'
import { startTestApp, type TestApp } from '#testing/test-app'
import { seedInitialData } from './seed-initial-data.ts'

let app: TestApp
let store: TestDatabase
let folder: string
beforeAll(async () => {
  // For what the demonstration stores files with.
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await createTestDatabase()
  await deleteAllRows(store.sql, ['settings', 'contact_departments', 'tokens', 'token_categories'])
  folder = await mkdtemp(join(tmpdir(), 'lodefield-first-rows-'))
  return async () => {
    await store.drop()
    await rm(folder, { recursive: true })
  }
})

const seed = ({ isTerminal = false, DEMO = 'true' as const, ownerUrl = store.url } = {}) =>
  seedInitialData(
    store.db,
    { ...app.config, DATA_DIR: folder, ADMIN_PASSWORD: '', DEMO_PASSWORD: '', DEMO },
    { embedded: false, isTerminal, ownerUrl, serverFolder: folder, log: createLogger('silent') },
  )
const storedPasswords = async () =>
  (await readFile(join(folder, 'first-passwords'), 'utf8')).trim().split('\n')

const series = (symbol: string, files = {}) => ({ symbol, document_files: files, attestation_files: {} })

test.each([
  ['two series of one symbol', [series('$HALL'), series('$HALL')], 'two of them have the symbol $HALL'],
  [
    'a series whose file is missing',
    [series('$HALL', { terms: { name: 'hall-terms.pdf', size: 9, sha256: '' } })],
    'the file hall-terms.pdf of $HALL is missing',
  ],
])('refuses %s before anything is written', async (_, list, reason) => {
  await writeFile(join(folder, 'series.json'), JSON.stringify(list))
  await expect(seed()).rejects.toThrow(OperatorError)
  await expect(seed()).rejects.toThrow(reason)
  expect(await store.sql`select from settings`).toHaveLength(0)
})

test('completes a first start whose demonstration failed, with its passwords', async () => {
  await expect(seed({ ownerUrl: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow()
  const [administrator] = await storedPasswords()
  expect(await store.sql`select from tokens`).toHaveLength(10)
  expect(await store.sql`select from users`).toHaveLength(0)

  const { areShown } = await seed({ isTerminal: true })
  expect((await store.sql`select from users`).length).toBeGreaterThan(0)
  expect(areShown, 'the terminal has not shown that of the first attempt').toBe(false)
  expect(await storedPasswords()).toEqual([administrator, expect.stringContaining(app.config.DEMO_EMAIL)])
  expect(await seed()).toEqual({ notices: [], areShown: false })
})

test('keeps the passwords that a terminal shows in the file until they were shown', async () => {
  const { notices, areShown } = await seed({ isTerminal: true })
  expect(areShown).toBe(true)
  const stored = await storedPasswords()
  expect(stored).toHaveLength(2)
  for (const line of stored) expect(notices.join('\n')).toContain(line.split(/\s+/).at(-1))
})

test('leaves the demonstration out for good where a later attempt does not want it', async () => {
  await expect(seed({ ownerUrl: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow()
  await seed({ DEMO: 'false' as never })
  await seed()
  expect(await store.sql`select from users`).toHaveLength(0)
})
