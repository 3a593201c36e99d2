import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#db/connection'
import { createDocument, createToken } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { type CacheTopic, invalidateCache, onCacheInvalidated } from './cache-invalidation.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

// The clock stands still, so that nothing is rebuilt because of its age.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Settles when all earlier notifications have been received: they arrive in order. */
async function receiveAll(): Promise<void> {
  const mark: string = `heard so far ${crypto.randomUUID()}`
  const heard = new Promise<void>((resolve) => onCacheInvalidated(mark as CacheTopic, resolve))
  await app.sql`select pg_notify('shared_changed', ${mark})`
  await heard
}

test('rows written by another instance are announced, however they are written', async () => {
  const symbols = async () =>
    (await app.call('GET', '/tokens')).body.map(({ symbol }: { symbol: string }) => symbol)
  await receiveAll()
  const heard = new Set<string>()
  for (const topic of ['settings', 'departments', 'tokens', 'documents'] as const) {
    onCacheInvalidated(topic, () => heard.add(topic))
  }
  await symbols()
  const token = await createToken(app.db, { symbol: '$ELSEWHERE' })
  await receiveAll()
  expect(await symbols()).toContain('$ELSEWHERE')
  await app.sql`update tokens set is_active = false where id = ${token.id}`
  await receiveAll()
  expect(await symbols()).not.toContain('$ELSEWHERE')

  await app.sql`update settings set site_name = site_name`
  await createDocument(app.db, { is_public: true })
  await app.sql`update contact_departments set hours = 'Always' where department = 'general'`
  await receiveAll()
  expect([...heard].sort()).toEqual(['departments', 'documents', 'settings', 'tokens'])
})

test('the writing instance rebuilds its responses after the commit, not before it and not after a failure', async () => {
  await receiveAll()
  let calls = 0
  onCacheInvalidated('departments', () => {
    calls += 1
  })
  await inTransaction(async () => {
    invalidateCache('departments')
    expect(calls).toBe(0)
  })
  expect(calls).toBe(1)
  await inTransaction(async () => {
    invalidateCache('departments')
    throw new Error('refused')
  }).catch(() => {})
  expect(calls).toBe(1)
})

test('a browser revalidates each time, so it sees a change immediately', async () => {
  for (const path of ['/tokens', '/documents']) {
    expect((await app.call('GET', path)).headers.get('cache-control')).toBe('public, no-cache')
  }
})
