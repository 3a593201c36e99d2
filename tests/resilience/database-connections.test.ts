import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/request-url'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { endServers, openCallers, type Server, startServer, ticket } from './server.ts'

const SLOW = 300

let store: TestDatabase
let server: Server
let callers: ReturnType<typeof openCallers>
beforeAll(async () => {
  store = await createTestDatabase()
  server = await startServer({ DATABASE_URL: store.url })
  callers = openCallers(store.url)
})
afterAll(async () => {
  await endServers()
  await callers.close()
  await store.drop()
})

const request = `POST ${API_BASE}/support/ticket HTTP/1.1\r\nHost: localhost\r\n`
/** The first bytes of a slow caller, and those it repeats. */
const kinds = {
  headers: [`${request}X-Slow: `, 'a'],
  body: [`${request}Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{`, ' '],
  'chunked body': [
    `${request}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    '1\r\n \r\n',
  ],
  nothing: ['', ''],
} as const

/** A caller who sends a byte a second. Returns the milliseconds until it was cut off. */
function beSlow([first, next]: readonly [string, string]): Promise<number> {
  const startedAt = performance.now()
  const socket = connect(server.port, '127.0.0.1', () => first && socket.write(first))
  const timer = setInterval(() => next && socket.write(next), 1_000)
  socket.on('error', () => {})
  return new Promise((done) => {
    socket.on('close', () => {
      clearInterval(timer)
      done(performance.now() - startedAt)
    })
  })
}

test(`${SLOW} slow callers do not delay others and are cut off, in headers or body`, async () => {
  const { headers } = await callers.signIn()
  const measure = async () => {
    const times: number[] = []
    for (let turn = 0; turn < 40; turn++) {
      const responses = await Promise.all([
        server.call('GET', '/settings'),
        server.call('GET', '/user/transactions', { headers }),
        server.call('POST', '/support/ticket', { body: ticket(`Beside ${turn}`) }),
      ])
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 201])
      times.push(...responses.map(({ ms }) => ms))
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  }

  const alone = await measure()
  const slow = Object.values(kinds).flatMap((kind) =>
    Array.from({ length: SLOW / Object.keys(kinds).length }, () => beSlow(kind)),
  )
  await Bun.sleep(500)
  const beside = await measure()
  expect(beside).toBeLessThan(Math.max(250, 10 * alone))

  // Idle seconds of the listener, plus a little for its timer.
  expect(Math.max(...(await Promise.all(slow)))).toBeLessThan(20_000)
  const [row] = await store.sql`select count(*)::int as count from support_tickets`
  expect(row).toEqual({ count: 80 })
})
