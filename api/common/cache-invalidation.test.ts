import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#db/connection'
import { createDocument, createToken } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing'
import { type CacheTopic, invalidateCache, onInvalidation } from './cache-invalidation.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

// The clock does not move, so that nothing is made again because of its age.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Settles when all earlier notifications were received: they arrive in order. */
async function receiveAll(): Promise<void> {
  const mark: string = `heard so far ${crypto.randomUUID()}`
  const heard = new Promise<void>((resolve) => onInvalidation(mark as CacheTopic, resolve))
  await app.sql`select pg_notify('shared_changed', ${mark})`
  await heard
}

test('rows that another instance writes are announced, however they are written', async () => {
  const symbols = async () =>
    (await app.call('GET', '/tokens')).body.map(({ symbol }: { symbol: string }) => symbol)
  await receiveAll()
  const heard = new Set<string>()
  for (const topic of ['settings', 'departments', 'tokens', 'documents'] as const) {
    onInvalidation(topic, () => heard.add(topic))
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

test('the instance that writes makes its responses again after the commit, not before and not after a failure', async () => {
  await receiveAll()
  let calls = 0
  onInvalidation('departments', () => {
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

test('a browser revalidates each time, so that it sees a change at once', async () => {
  for (const path of ['/tokens', '/documents']) {
    expect((await app.call('GET', path)).headers.get('cache-control')).toBe('public, no-cache')
  }
})
