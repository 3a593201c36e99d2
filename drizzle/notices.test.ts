import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Notices, openNotices } from './notices.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let store: TestDatabase
let notices: Notices | undefined
beforeAll(async () => {
  store = await createTestDatabase()
})
afterEach(() => notices?.close())
afterAll(() => store.drop())

function listen(url = store.url, read: () => Promise<void> = async () => {}) {
  const events: string[] = []
  notices = openNotices(url, {
    channels: {
      greetings: {
        onNotice: (payload) => void events.push(payload),
        onConnected: async () => {
          await read()
          events.push('connected')
        },
        onDisconnected: () => void events.push('disconnected'),
      },
      other: { onNotice: (payload) => void events.push(`other: ${payload}`) },
    },
    onFailure: () => void events.push('failure'),
  })
  return events
}

const cutOff = () => store.sql`select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'lodefield notices' and datname = current_database()`

test('notices arrive at the listener of their channel', async () => {
  const events = listen()
  await expect.poll(() => events).toEqual(['connected'])
  await store.sql.notify('greetings', 'one')
  await store.sql.notify('nobody', 'two')
  await store.sql.notify('other', 'three')
  await expect.poll(() => events).toEqual(['connected', 'one', 'other: three'])
})

test('a connection that is cut off is told at once and made again', async () => {
  const events = listen()
  await expect.poll(() => events).toEqual(['connected'])
  await cutOff()
  await expect.poll(() => events).toEqual(['connected', 'disconnected', 'failure', 'connected'])
  await store.sql.notify('greetings', 'again')
  await expect.poll(() => events.at(-1)).toBe('again')
})

test('what cannot be read when listening begins is tried again', async () => {
  let reads = 0
  const events = listen(store.url, async () => {
    reads += 1
    if (reads < 3) throw new Error('not yet')
  })
  await expect.poll(() => events).toEqual(['failure', 'failure', 'connected'])
})

test('without a database it goes on trying, and ends when told to', async () => {
  const nowhere = new URL(store.url)
  nowhere.port = '1'
  const events = listen(nowhere.href)
  await expect.poll(() => events.filter((event) => event === 'failure').length).toBeGreaterThan(1)
  expect(events).not.toContain('connected')
  await notices?.close()
})

test('closing leaves no connection behind', async () => {
  const events = listen()
  await expect.poll(() => events).toEqual(['connected'])
  await notices?.close()
  const left = () => store.sql`select from pg_stat_activity
    where application_name = 'lodefield notices' and datname = current_database()`
  await expect.poll(async () => (await left()).length).toBe(0)
  expect(events).toEqual(['connected', 'disconnected'])
})
