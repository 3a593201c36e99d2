/** The cost of an idle event stream, and how long an event takes to reach the last of ten thousand. */
import { join } from 'node:path'
import postgres from 'postgres'
import { signAccessToken } from '#common/access-token'
import { PRICES_TOPIC } from '#contract/platform/events'
import { startEmbedded } from '#db/embedded-postgres'
import { PRICES_CHANGED_CHANNEL } from '#modules/market/price-store'
import { median, type Report, residentBytes, startServer } from './compare-servers.ts'
import { BASELINE_PORT, root, SERVER_PORT, startServerUnderTest } from './server-under-test.ts'

const STREAMS = 10_000
/** Maximum open streams of an investor. */
const STREAMS_OF_ONE = 10
/** Open streams allowed per IP address. */
const STREAMS_OF_ADDRESS = 100
const ROUNDS = 9
const SECRET = 'only-for-benchmarks-0123456789abcdefghijk'
/** A port without a server: the benchmark itself changes the prices. */
const NO_SOURCE = 'http://127.0.0.1:9'

const streams = STREAMS.toLocaleString('en-US')

const requestOf = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')

/** Requests of investors, ten of each. A session without a revocation is open, so that tokens can be made here. */
const investorRequests = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const id = 1_000 + Math.floor(at / STREAMS_OF_ONE)
    const token = signAccessToken({ role: 'investor', id, sessionId: crypto.randomUUID() }, SECRET)
    return requestOf('/api/v1/events', `Authorization: Bearer ${token}`)
  })

/** Requests of visitors, from as many IP addresses as needed. */
const visitorRequests = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const address = `198.51.100.${1 + Math.floor(at / STREAMS_OF_ADDRESS)}`
    return requestOf('/api/v1/events/prices', `X-Forwarded-For: ${address}`)
  })

const socketRequests = (count: number): string[] =>
  Array.from({ length: count }, () =>
    requestOf(
      '/',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')}`,
    ),
  )

interface Listeners {
  /** When the last of them had the next event, in milliseconds since 1970. */
  lastReceived(): Promise<number>
  release(): Promise<void>
}

/** Opens a connection for each request from a separate process. `work` is a temporary folder. */
async function hold(port: number, requests: string[], work: string): Promise<Listeners> {
  const file = join(work, `requests-${port}.json`)
  await Bun.write(file, JSON.stringify(requests))
  const client = Bun.spawn(
    [process.execPath, join(root, 'tests/benchmarks/stream-client.ts'), String(port), file],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  )
  const reader = client.stdout.getReader()
  const readLine = async () =>
    Buffer.from((await reader.read()).value ?? [])
      .toString()
      .trim()
  if ((await readLine()) !== 'open') throw new Error(`Not all connections to port ${port} could be opened`)
  return {
    async lastReceived() {
      const line = await readLine()
      if (!(Number(line) > 0)) throw new Error(`The connections to port ${port} have ended: ${line}`)
      return Number(line)
    },
    async release() {
      client.stdin.end()
      await client.exited
    },
  }
}

/** The minimum over some seconds: memory in use, without garbage. */
async function settledBytes(pid: number): Promise<number> {
  const samples: number[] = []
  for (let sample = 0; sample < 12; sample++) {
    await Bun.sleep(500)
    samples.push(await residentBytes(pid))
  }
  return Math.min(...samples)
}

async function measureMemory(pid: number, work: string, report: Report): Promise<void> {
  // The first streams need memory that later ones share.
  await (await hold(SERVER_PORT, investorRequests(200), work)).release()
  const before = await settledBytes(pid)
  const listeners = await hold(SERVER_PORT, investorRequests(STREAMS), work)
  const each = ((await settledBytes(pid)) - before) / STREAMS
  await listeners.release()
  report({
    what: `resident memory of a connection, ${streams} event streams open`,
    ours: `${(each / 1000).toFixed(1)} kB`,
    floor: '6 kB',
    ratio: each / 6_000,
    goal: '<= 1',
    reached: each <= 6_000,
  })
}

/** Milliseconds from `publish` until the last of the listeners has it. */
async function timeDelivery(publish: () => Promise<unknown>, { lastReceived }: Listeners): Promise<number> {
  const startedAt = performance.timeOrigin + performance.now()
  const [receivedAt] = await Promise.all([lastReceived(), publish()])
  return receivedAt - startedAt
}

async function measureDelivery(sql: postgres.Sql, work: string, report: Report): Promise<void> {
  const bare = await startServer(
    [
      process.execPath,
      join(root, 'tests/benchmarks/baseline-sockets.ts'),
      String(BASELINE_PORT),
      `event: ${PRICES_TOPIC}\ndata: 1\n\n`,
    ],
    BASELINE_PORT,
    '/',
  )
  const visitors = await hold(SERVER_PORT, visitorRequests(STREAMS), work)
  const sockets = await hold(BASELINE_PORT, socketRequests(STREAMS), work)
  const changePrices = () => sql.notify(PRICES_CHANGED_CHANNEL, 'crypto')
  const publish = () => fetch(`http://127.0.0.1:${BASELINE_PORT}/publish`)
  const ours: number[] = []
  const floor: number[] = []
  for (let round = -2; round < ROUNDS; round++) {
    const [a, b] = [await timeDelivery(changePrices, visitors), await timeDelivery(publish, sockets)]
    if (round < 0) continue
    ours.push(a)
    floor.push(b)
  }
  await Promise.all([visitors.release(), sockets.release()])
  await bare.stop()
  const ratio = median(ours) / median(floor)
  report({
    what: `last of ${streams} visitors notified of a price change, against a WebSocket broadcast of the same bytes`,
    ours: `${median(ours).toFixed(0)} ms`,
    floor: `${median(floor).toFixed(0)} ms`,
    ratio,
    goal: '<= 1.5',
    reached: ratio <= 1.5,
  })
}

/** Reports the memory per stream and the delay of the last one. `work` is a temporary folder. */
export async function benchStreams(report: Report, work: string): Promise<void> {
  const engine = await startEmbedded(join(work, 'engine'))
  const sql = postgres(engine.url, { max: 1, onnotice: () => {} })
  const server = await startServerUnderTest(work, '/api/v1/ready', {
    DATABASE_URL: engine.url,
    TOKEN_SECRET: SECRET,
    TRUST_PROXY: '127.0.0.1',
    MARKET_FEED: 'live',
    COINGECKO_URL: NO_SOURCE,
    METALS_URL: NO_SOURCE,
  })
  try {
    // Without its database connection the server queries the session, and finds none.
    const [probe = ''] = investorRequests(1)
    const authorization = /Bearer \S+/.exec(probe)?.[0] ?? ''
    const url = `http://127.0.0.1:${SERVER_PORT}/api/v1/csrf-token`
    while (!(await fetch(url, { headers: { authorization } })).ok) await Bun.sleep(50)
    await measureMemory(server.pid, work, report)
    await measureDelivery(sql, work, report)
  } finally {
    await server.stop()
    await sql.end()
    await engine.stop()
  }
}
