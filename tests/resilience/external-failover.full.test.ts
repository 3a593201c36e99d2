import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresSkipReason, startPrimaryAndStandby } from './postgres-standby.ts'
import {
  ADMIN_PATH_PREFIX,
  endServers,
  openCallers,
  type Server,
  startServer,
  ticket,
  waitUntil,
} from './server.ts'
import { skipWithReason } from './system-programs.ts'

let pair: Awaited<ReturnType<typeof startPrimaryAndStandby>>
let servers: Server[]
beforeAll(async () => {
  if (postgresSkipReason) return
  pair = await startPrimaryAndStandby()
  servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: pair.url })))
})
afterAll(async () => {
  await endServers()
  await pair?.remove()
})

/** Processor seconds of a process so far; Linux counts them in hundredths. */
async function cpuSeconds({ pid }: Server): Promise<number> {
  const stat = await Bun.file(`/proc/${pid}/stat`).text()
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

test('a standby takes over from a killed primary: 503 in between, and no acknowledged write is lost', async ({
  skip,
}) => {
  skipWithReason('a failover', postgresSkipReason, skip)
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let isOver = false
  let successes: number[] = []
  const write = async (server: Server, writer: number) => {
    for (let number = 0; !isOver; number++) {
      // A connection that a busy machine resets acknowledges nothing.
      const response = await server
        .call('POST', '/support/ticket', { body: ticket(`Writer ${writer}, ${number}`) })
        .catch(() => undefined)
      if (!response) continue
      const { status, body } = response
      statuses.add(status)
      if (status === 201) {
        acknowledged.push(body.reference)
        successes.push(performance.now())
      }
    }
  }
  const writing = Promise.all(servers.flatMap((server) => [1, 2, 3].map((writer) => write(server, writer))))
  const total = () => acknowledged.length
  await waitUntil(
    async () => total(),
    (count) => count >= 200,
  )

  await pair.killPrimary()
  const used = await Promise.all(servers.map(cpuSeconds))
  await waitUntil(
    () => Promise.all(servers.map((server) => server.call('GET', '/ready'))),
    (responses) => responses.every(({ status }) => status === 503),
  )
  await Bun.sleep(2_000)
  const spent = (await Promise.all(servers.map(cpuSeconds))).map((seconds, at) => seconds - (used[at] ?? 0))

  successes = []
  await pair.promoteStandby()
  const promotedAt = performance.now()
  await waitUntil(
    () => Promise.all(servers.map((server) => server.call('GET', '/ready'))),
    (responses) => responses.every(({ status }) => status === 200),
  )
  const before = total()
  await waitUntil(
    async () => total(),
    (count) => count >= before + 100,
  )
  isOver = true
  await writing

  const sql = postgres(pair.standbyUrl, { max: 1, onnotice: () => {} })
  const rows = await sql<{ reference: string }[]>`select reference from support_tickets`
  await sql.end()
  const stored = new Set(rows.map(({ reference }) => reference))
  expect(acknowledged.filter((reference) => !stored.has(reference))).toEqual([])
  expect([...statuses].sort()).toEqual([201, 503])
  const first = Math.round(Math.min(...successes) - promotedAt)
  process.stdout.write(
    `Failover: ${acknowledged.length} acknowledged writes, none lost; first success ${first} ms after the promotion; ${spent.map((seconds) => seconds.toFixed(2)).join(' and ')} s of processor time without a primary\n`,
  )
})

test("after a failover instances receive each other's changes as before, and new ones start", async ({
  skip,
}) => {
  skipWithReason('a start after a failover', postgresSkipReason, skip)
  const third = await startServer({ DATABASE_URL: pair.url })
  const callers = openCallers(pair.url)
  const { headers } = await callers.signInAdmin()
  const changed = await third.call('PUT', `${ADMIN_PATH_PREFIX}/settings`, {
    headers,
    body: { date_format: 'DD/MM/YYYY' },
  })
  expect(changed.status).toBe(200)
  for (const server of servers) {
    await waitUntil(
      () => server.call('GET', '/settings'),
      ({ body }) => body.date_format === 'DD/MM/YYYY',
    )
  }
  await callers.close()
})
