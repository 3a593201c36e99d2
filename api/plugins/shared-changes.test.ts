import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#db/connection'
import { createDocument, createToken } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing'
import { renewShared, type SharedTopic, watchShared } from './shared-changes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Well below the time after which an answer is made anew without being told. */
const soon = { timeout: 1_500, interval: 20 }

test('rows that another instance writes are announced, whatever wrote them', async () => {
  const symbols = async () =>
    (await app.call('GET', '/tokens')).body.map(({ symbol }: { symbol: string }) => symbol)
  const heard: string[] = []
  for (const topic of ['settings', 'departments', 'tokens', 'documents'] as const) {
    watchShared(topic, () => heard.push(topic))
  }
  // Heard once before anything is written: the connection stands.
  await expect
    .poll(async () => {
      await app.sql`update settings set site_name = site_name`
      return heard
    }, soon)
    .toContain('settings')

  await symbols()
  const token = await createToken(app.db, { symbol: '$ELSEWHERE' })
  await expect.poll(symbols, soon).toContain('$ELSEWHERE')
  await app.sql`update tokens set is_active = false where id = ${token.id}`
  await expect.poll(symbols, soon).not.toContain('$ELSEWHERE')

  await createDocument(app.db, { is_public: true })
  await app.sql`update contact_departments set hours = 'Always' where department = 'general'`
  await expect.poll(() => heard, soon).toEqual(expect.arrayContaining(['documents', 'departments']))
})

/** Settles when all that was announced before was heard: announcements come in their order. */
async function hearAll(): Promise<void> {
  const mark: string = 'heard so far'
  let isHeard = false
  watchShared(mark as SharedTopic, () => {
    isHeard = true
  })
  await app.sql`select pg_notify('shared_changed', ${mark})`
  await expect.poll(() => isHeard, soon).toBe(true)
}

test('the instance that writes makes its answers anew after the commit, not before and not when it fails', async () => {
  await hearAll()
  let told = 0
  watchShared('departments', () => {
    told += 1
  })
  await inTransaction(async () => {
    renewShared('departments')
    expect(told).toBe(0)
  })
  expect(told).toBe(1)
  await inTransaction(async () => {
    renewShared('departments')
    throw new Error('refused')
  }).catch(() => {})
  expect(told).toBe(1)
})

test('a browser asks again each time, so that it sees a change at once', async () => {
  for (const path of ['/tokens', '/documents']) {
    expect((await app.call('GET', path)).headers.get('cache-control')).toBe('public, no-cache')
  }
})
