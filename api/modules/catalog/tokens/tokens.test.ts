import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCategory, createToken } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const symbolsOf = async () =>
  (await app.call('GET', '/tokens')).body.map(({ symbol }: { symbol: string }) => symbol)

test('lists the ten seeded tokens as a bare array, with all fields and the category by name', async () => {
  const { status, body, headers } = await app.call('GET', '/tokens')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('public, no-cache')
  expect(body).toHaveLength(10)
  expect(body[0]).toEqual({
    id: expect.any(Number),
    symbol: '$WITGOLD',
    name: 'Gold',
    category: 'Precious Metals',
    location: expect.any(String),
    description: expect.any(String),
    icon: expect.any(String),
    icon_type: 'lucide',
    icon_url: '',
    color: 'Gold',
    is_active: true,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  })
})

test('lists a new token, with a new name of its category, and no inactive one', async () => {
  const category = await createCategory(app.db, { name: 'Battery Metals' })
  await createToken(app.db, { symbol: '$LITH', category_id: category.id })
  await createToken(app.db, { symbol: '$ASLEEP', is_active: false })
  await expect.poll(symbolsOf, { timeout: 8_000 }).toContain('$LITH')
  expect(await symbolsOf()).not.toContain('$ASLEEP')
  await app.sql`update token_categories set name = 'Energy Metals' where id = ${category.id}`
  await app.sql`update tokens set is_active = false where symbol = '$WITGOLD'`
  await expect.poll(symbolsOf, { timeout: 8_000 }).not.toContain('$WITGOLD')
  const { body } = await app.call('GET', '/tokens')
  expect(body.at(-1)).toMatchObject({ symbol: '$LITH', category: 'Energy Metals' })
})
