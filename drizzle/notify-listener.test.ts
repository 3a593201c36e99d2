import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type NotifyListener, openNotifyListener } from './notify-listener.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let store: TestDatabase
let notices: NotifyListener | undefined
beforeAll(async () => {
  store = await createTestDatabase()
})
afterEach(() => notices?.close())
afterAll(() => store.drop())

/** The connection events and the notifications, in order; `untilThere` resolves once there are so many of them. */
function listen(url = store.url, read: () => Promise<void> = async () => {}) {
  const events: string[] = []
  let look = () => {}
  const note = (event: string) => {
    events.push(event)
    look()
  }
  notices = openNotifyListener(url, {
    channels: {
      greetings: {
        onNotification: note,
        onConnected: async () => {
          await read()
          note('connected')
        },
        onDisconnected: () => note('disconnected'),
      },
      other: { onNotification: (payload) => note(`other: ${payload}`) },
    },
    onFailure: () => note('failure'),
  })
  const untilThere = (count: number) =>
    new Promise<void>((resolve) => {
      look = () => events.length >= count && resolve()
      look()
    })
  return { events, untilThere }
}

const cutOff = () => store.sql`select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'lodefield notices' and datname = current_database()`

test('notifications arrive at the listener of their channel', async () => {
  const { events, untilThere } = listen()
  await untilThere(1)
  await store.sql.notify('greetings', 'one')
  await store.sql.notify('nobody', 'two')
  await store.sql.notify('other', 'three')
  await untilThere(3)
  expect(events).toEqual(['connected', 'one', 'other: three'])
})

test('a broken connection is reported immediately and re-established', async () => {
  const { events, untilThere } = listen()
  await untilThere(1)
  await cutOff()
  await untilThere(4)
  await store.sql.notify('greetings', 'again')
  await untilThere(5)
  expect(events).toEqual(['connected', 'disconnected', 'failure', 'connected', 'again'])
})

test('a failed read at the start of listening is retried', async () => {
  let reads = 0
  const { events, untilThere } = listen(store.url, async () => {
    reads += 1
    if (reads < 3) throw new Error('not yet')
  })
  await untilThere(3)
  expect(events).toEqual(['failure', 'failure', 'connected'])
})

test('retries without a database, and ends when it is closed', async () => {
  const nowhere = new URL(store.url)
  nowhere.port = '1'
  const { events, untilThere } = listen(nowhere.href)
  await untilThere(2)
  expect(events.slice(0, 2)).toEqual(['failure', 'failure'])
  await notices?.close()
})

test('closing leaves no connection behind', async () => {
  const { events, untilThere } = listen()
  await untilThere(1)
  await notices?.close()
  const left = () => store.sql`select from pg_stat_activity
    where application_name = 'lodefield notices' and datname = current_database()`
  await expect.poll(async () => (await left()).length).toBe(0)
  await untilThere(2)
  expect(events).toEqual(['connected', 'disconnected'])
})
