/**
 * Whether response times reveal that an account exists: each call for a known and for an unknown one, alternating, in
 * one run.
 */

import { median, type Report } from './compare-servers.ts'
import { ADMIN_SEGMENT, SERVER_PORT, startServerUnderTest } from './server-under-test.ts'

const BASE = `http://127.0.0.1:${SERVER_PORT}/api/v1`
const ROUNDS = 60
const PASSWORD = 'Bench-only-1!'
const KNOWN = 'known@lodefield.example'
const TAKEN = 'taken@lodefield.example'

const json = { 'content-type': 'application/json' }
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${BASE}${path}`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })

async function register(email: string): Promise<string> {
  const response = await post('/auth/register', {
    email,
    password: PASSWORD,
    first_name: 'Bench',
    last_name: 'Timing',
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}

/** Milliseconds until the response has been read. */
async function timeOf(call: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now()
  await (await call()).arrayBuffer()
  return performance.now() - startedAt
}

interface Pair {
  what: string
  known: (round: number) => Promise<Response>
  unknown: (round: number) => Promise<Response>
}

/** Calls whose caller must not learn from them who has an account. */
async function makePairs(): Promise<Pair[]> {
  const token = await register(KNOWN)
  await register(TAKEN)
  const bearer = { authorization: `Bearer ${token}` }
  const csrf = (await (await fetch(`${BASE}/csrf-token`, { headers: bearer })).json()) as {
    csrf_token: string
  }
  const signedIn = { ...bearer, 'x-csrf-token': csrf.csrf_token }
  const panel = { 'x-admin-path': ADMIN_SEGMENT }
  const nobody = (round: number) => `nobody-${round}@lodefield.example`
  const forget = (email: string, headers = {}) => post('/auth/password/forgot', { email }, headers)
  const signIn = (email: string) => post('/auth/user/login', { email, password: 'Wrong-1-password!' })
  const signInToPanel = (username: string) =>
    post('/auth/login', { username, password: 'Wrong-1-password!' }, panel)
  const changeEmail = (email: string) =>
    fetch(`${BASE}/user/email`, {
      method: 'PUT',
      headers: { ...json, ...signedIn },
      body: JSON.stringify({ email, current_password: PASSWORD }),
    })
  await post('/user/step-up', { method: 'password', password: PASSWORD }, signedIn)
  return [
    {
      what: 'sign-in with a wrong password',
      known: () => signIn(KNOWN),
      unknown: (round) => signIn(nobody(round)),
    },
    {
      what: 'sign-in to the panel with a wrong password',
      known: () => signInToPanel('admin'),
      unknown: (round) => signInToPanel(`nobody-${round}`),
    },
    {
      what: 'forgotten password',
      known: () => forget(KNOWN),
      unknown: (round) => forget(nobody(round)),
    },
    {
      what: 'forgotten password of an administrator',
      known: () => forget('admin@lodefield.example', panel),
      unknown: (round) => forget(nobody(round), panel),
    },
    {
      what: 'change of email, to a taken address and to a free one',
      known: () => changeEmail(TAKEN),
      unknown: (round) => changeEmail(nobody(round)),
    },
  ]
}

/** The ratio of both medians, for each of these calls. */
export async function benchTiming(report: Report, work: string): Promise<void> {
  const server = await startServerUnderTest(work, '/api/v1/ready', {
    LOCKOUT_FAILURES: '999999',
    ACCOUNT_LOCKOUT_FAILURES: '999999',
    ADMIN_EMAIL: 'admin@lodefield.example',
  })
  try {
    for (const { what, known, unknown } of await makePairs()) {
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
      for (let round = 0; round < ROUNDS; round++) {
        // Alternating, each equally often first and second.
        const order = round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
        for (const which of order) {
          times[which].push(await timeOf(() => (which === 'known' ? known(round) : unknown(round))))
        }
      }
      const ours = median(times.known)
      const floor = median(times.unknown)
      const ratio = ours / floor
      report({
        what: `time of a response, known account against unknown one: ${what}`,
        ours: `${ours.toFixed(1)} ms`,
        floor: `${floor.toFixed(1)} ms`,
        ratio,
        goal: '0.8 to 1.25',
        reached: ratio >= 0.8 && ratio <= 1.25,
      })
    }
  } finally {
    await server.stop()
  }
}
