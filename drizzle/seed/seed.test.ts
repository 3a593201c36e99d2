import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenCategories, tokens } from '#db/schema/catalog/tokens'
import { admins } from '#db/schema/identity/accounts'
import { settings } from '#db/schema/platform/settings'
import { createTestDatabase, deleteAllRows, type TestDatabase } from '#db/test-database'
import { defaultCategories, tokenCatalog } from '#shared/default-tokens'
import { tokenColors } from '#shared/enums/tokens'
import { seedAdministrator, seedEssentials } from './essential-data.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

test('the catalog has the ten documented tokens, with existing colors and categories', () => {
  expect(tokenCatalog.map(({ symbol, name }) => `${symbol} ${name}`)).toEqual([
    '$WITGOLD Gold',
    '$GAClay Kaolin',
    '$HALL Halloysite',
    '$REECLAY Rare-earth Ion-adsorption Clays',
    '$MONZ Monazite',
    '$BAST Bastnäsite',
    '$BYNREE Bayan Obo Deposit',
    '$MTPASS Mountain Pass Deposit',
    '$BUSHVELD Platinum Group Metals',
    '$MAGREE Magnet Rare Earths',
  ])
  expect(new Set(tokenCatalog.map(({ color }) => color))).toEqual(new Set(tokenColors))
})

test('settings, categories and tokens exist after the first seeding', async () => {
  const [row] = await store.db.select().from(settings)
  expect(row).toMatchObject({ site_name: 'Lodefield', primary_color: '#f97316', date_format: 'MM/DD/YY' })
  expect((await store.db.select().from(tokenCategories)).map(({ name }) => name)).toEqual([
    ...defaultCategories,
  ])
  expect(await store.db.select().from(tokens)).toHaveLength(10)
})

test('essentials are seeded once: what an administrator removed stays removed', async () => {
  await store.db
    .transaction(async (tx) => {
      await tx.delete(tokens).where(eq(tokens.symbol, '$HALL'))
      expect(await seedEssentials(tx)).toBe(false)
      expect(await tx.select().from(tokens)).toHaveLength(9)
      tx.rollback()
    })
    .catch(() => {})
})

test('two concurrent starts on an empty database seed it once', async () => {
  await deleteAllRows(store.sql, ['settings', 'contact_departments', 'tokens', 'token_categories'])
  const seeded = await Promise.all([seedEssentials(store.db), seedEssentials(store.db)])
  expect(seeded.sort()).toEqual([false, true])
  expect(await store.db.select().from(tokens)).toHaveLength(10)
})

test('the first administrator is made once', async () => {
  const make = (username: string) =>
    seedAdministrator(store.db, { username, email: `${username}@lodefield.example`, passwordHash: 'hash' })
  const made = await Promise.all([make('one'), make('two')])
  expect(made.filter((id) => id !== undefined)).toHaveLength(1)
  expect(await make('three')).toBeUndefined()
  expect(await store.db.select().from(admins)).toHaveLength(1)
})
