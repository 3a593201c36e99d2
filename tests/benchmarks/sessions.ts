/** The cost of sign-ins for all other requests, and of checking an access token. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtServer } from '#build-server'
import { hashPassword } from '#modules/identity/session/passwords'
import { compare, load, median, type Report, startServer } from './compare-servers.ts'
import { root } from './server-under-test.ts'

const PORT = 4493
const BASE = `http://127.0.0.1:${PORT}/api/v1`
const STORM = 16
const SECONDS = 6

const folder = import.meta.dir
const json = { 'content-type': 'application/json' }

/** Requests per second through the guard against the same response without it: on a busy core, that is CPU. */
export async function benchBearer(report: Report): Promise<void> {
  const server = await startServer(
    [process.execPath, join(folder, 'bearer-server.ts'), String(PORT)],
    PORT,
    '/open',
  )
  const token = await (await fetch(`http://127.0.0.1:${PORT}/token`)).text()
  const headers = [`Authorization: Bearer ${token}`]
  const { ours, floor, ratio } = await compare(
    { port: PORT, path: '/open', headers },
    { port: PORT, path: '/guarded', headers },
  )
  await server.stop()
  report({
    what: 'access token check, CPU of a request against one without',
    ours: `${Math.round(1e6 / floor)} us`,
    floor: `${Math.round(1e6 / ours)} us`,
    ratio,
    goal: '<= 2',
    reached: ratio <= 2,
  })
}

/** Sequential verifications of one password per second: the most a core can do. */
async function bareVerifications(password: string): Promise<number> {
  const hash = await hashPassword(password)
  const rounds = 40
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round++) await Bun.password.verify(password, hash)
  return rounds / ((performance.now() - startedAt) / 1000)
}

interface Credentials {
  email: string
  password: string
}

/** Repeats the sign-ins of all these people, one after the other, until stopped. Returns how many succeeded. */
function startStorm(people: readonly Credentials[]): () => Promise<{ perSecond: number }> {
  let going = true
  let done = 0
  const startedAt = performance.now()
  const workers = people.map(async (credentials) => {
    const body = JSON.stringify(credentials)
    while (going) {
      const response = await fetch(`${BASE}/auth/user/login`, { method: 'POST', headers: json, body })
      if (!response.ok) throw new Error(`A sign-in of the storm returned ${response.status}`)
      await response.arrayBuffer()
      done += 1
    }
  })
  return async () => {
    const perSecond = done / ((performance.now() - startedAt) / 1000)
    going = false
    await Promise.all(workers)
    return { perSecond }
  }
}

/** Registers an investor and returns the access token. */
async function register(credentials: Credentials): Promise<string> {
  const registered = await fetch(`${BASE}/auth/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ ...credentials, first_name: 'Bench', last_name: 'Storm' }),
  })
  return ((await registered.json()) as { access_token: string }).access_token
}

async function measureStorm(report: Report): Promise<void> {
  const password = 'Bench-only-1!'
  // Different people: for one account, sign-ins from one address are sequential.
  const people = Array.from({ length: STORM }, (_, at) => ({
    email: `storm-${at}@lodefield.example`,
    password,
  }))
  const access_token = await register({ email: 'reader@lodefield.example', password })
  for (const person of people) await register(person)
  const target = {
    port: PORT,
    path: '/api/v1/user/notifications',
    headers: [`Authorization: Bearer ${access_token}`],
  }
  await load(target, 1, 1)
  const idle: number[] = []
  const busy: number[] = []
  const rates: number[] = []
  for (let round = 0; round < 3; round++) {
    idle.push((await load(target, 2, 1)).p99)
    const stop = startStorm(people)
    busy.push((await load(target, SECONDS, 1)).p99)
    rates.push((await stop()).perSecond)
  }
  const rate = median(rates)
  const bare = await bareVerifications(password)
  report({
    what: `p99 of a signed-in GET while ${STORM} sign in at a time, against idle`,
    ours: `${median(busy).toFixed(1)} ms`,
    floor: `${median(idle).toFixed(1)} ms`,
    ratio: median(busy) / median(idle),
    goal: 'ours <= 10 ms',
    reached: median(busy) <= 10,
  })
  report({
    what: `sign-ins a second, ${STORM} at a time`,
    ours: `${rate.toFixed(0)}/s`,
    floor: `${bare.toFixed(0)}/s (one hash after the other, nothing else)`,
    ratio: rate / bare,
    goal: '>= 30/s',
    reached: rate >= 30,
  })
}

/** Reports the cost of a storm of sign-ins for all other requests, and the sign-ins per second. */
export async function benchSignInFlood(report: Report): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'lodefield-bench-sessions-'))
  const server = await startServer([process.execPath, join(root, builtServer)], PORT, '/api/v1/ready', {
    PORT: String(PORT),
    DATA_DIR: data,
    DATABASE_URL: '',
    MARKET_FEED: 'simulated',
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: 'Bench-only-1!',
    DEMO: 'false',
  })
  try {
    await measureStorm(report)
  } finally {
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
}
