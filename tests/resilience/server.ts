/** The server as an operator runs it: a separate process, which can be frozen, killed and restarted. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { signAccessToken } from '#common/access-token'
import { API_BASE } from '#contract/request-url'
import { type Database, openDatabase } from '#db/client'
import { createAdmin, createSession, createUser } from '#db/seed/factories'

const TOKEN_SECRET = 'only-for-tests-0123456789abcdefghijklmnop'
const ADMIN_PATH = 'path-for-tests-0123456789'
const root = resolve(import.meta.dirname, '../..')

/** Prefix of administrators' calls. */
export const ADMIN_PATH_PREFIX = `/${ADMIN_PATH}/admin`

export interface ReceivedResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of what was sent, they do not know it
  body: any
  /** Milliseconds until the whole response was received. */
  ms: number
}

interface CallOptions {
  /** Sent as JSON. */
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
  /** The IP address that the server sees as the caller's. */
  address?: string
}

export type Server = Awaited<ReturnType<typeof startServer>>

const running = new Set<Bun.Subprocess>()

/** Ends the processes left running by a test; for `afterAll`. */
export async function endServers(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      child.kill('SIGKILL')
      return child.exited
    }),
  )
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}

/**
 * Starts a server on `DATABASE_URL` or its own engine, and waits until it listens. A missing `DATA_DIR` is a temporary
 * folder, removed at its end. Throws, with its output, if it does not start.
 */
export async function startServer(
  environment: Record<string, string>,
  preload: string[] = [],
  options: string[] = [],
) {
  const folder = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'lodefield-faults-')))
  const command = [
    process.execPath,
    ...preload.flatMap((file) => ['--preload', file]),
    'api/server.ts',
    ...options,
  ]
  const child = Bun.spawn(command, {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      TOKEN_SECRET,
      // Several servers of one database seal and sign with the same key.
      AUDIT_KEY: 'only-for-tests-abcdefghijklmnop-0123456789',
      PROOF_KEY: 'only-for-tests-proof-abcdefghijk-0123456789',
      PROOF_NONCE_KEY: 'only-for-tests-nonces-abcdefghij-0123456789',
      FACTOR_KEY: 'only-for-tests-factors-abcdefghi-0123456789',
      ADMIN_PATH_SECRET: ADMIN_PATH,
      ADMIN_PASSWORD: 'Only-for-tests-1',
      DEMO: 'false',
      MARKET_FEED: 'off',
      RATE_LIMIT_SCALE: '1000000',
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const ended = child.exited.then(async (code) => {
    running.delete(child)
    if (!environment.DATA_DIR) await rm(folder, { recursive: true, force: true })
    return code
  })

  const said: string[] = []
  const listening = Promise.withResolvers<string | undefined>()
  const reading = (async () => {
    for await (const line of linesOf(child.stdout)) {
      said.push(line)
      const origin = /Site\s+(http:\/\/\S+?)\/$/.exec(line)?.[1]
      if (origin) listening.resolve(origin)
    }
    listening.resolve(undefined)
  })()
  const complaints = new Response(child.stderr).text()
  const origin = await listening.promise
  if (!origin) throw new Error(`${said.join('\n')}\n${await complaints}`)

  async function call(
    method: string,
    path: string,
    { body, raw, headers, address }: CallOptions = {},
  ): Promise<ReceivedResponse> {
    const startedAt = performance.now()
    const response = await fetch(`${origin}${path.startsWith('/') ? API_BASE + path : path}`, {
      method,
      // One connection each, like callers behind a load balancer.
      keepalive: false,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(address && { 'x-forwarded-for': address }),
        ...headers,
      },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    }).catch(async (error) => {
      if (child.exitCode === null && child.signalCode === null) throw error
      throw new Error(
        `The server has ended with ${child.exitCode ?? child.signalCode}: ${await complaints}`,
        { cause: error },
      )
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
      ms: performance.now() - startedAt,
    }
  }

  return {
    origin,
    port: Number(new URL(origin).port),
    pid: child.pid,
    dataDir: folder,
    /** Its standard output. */
    said,
    call,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Its exit code, once it has ended and all its output was read. */
    async ended() {
      const code = await ended
      await reading
      return code
    },
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Callers with an open session: in the database at `url`, valid at every server of these tests. */
export function openCallers(url: string) {
  const { db, close } = openDatabase(url, { max: 2 })
  const headersFor = (role: 'investor' | 'admin', id: number, sessionId: string, now?: number) => ({
    authorization: `Bearer ${signAccessToken({ role, id, sessionId, ...(role === 'admin' && { adminRoles: ['owner'] as const }) }, TOKEN_SECRET, now)}`,
  })
  return {
    db: db as Database,
    close,
    headersFor,
    async signIn(overrides: Parameters<typeof createUser>[1] = {}) {
      const user = await createUser(db, overrides)
      const session = await createSession(db, { user_id: user.id })
      return { user, session, headers: headersFor('investor', user.id, session.id) }
    },
    async signInAdmin() {
      const admin = await createAdmin(db)
      const session = await createSession(db, { role: 'admin', admin_id: admin.id })
      return { admin, session, headers: headersFor('admin', admin.id, session.id) }
    },
  }
}

/** Repeats `ask` until the result is as wanted; throws the last one on timeout. In milliseconds. */
export async function waitUntil<T>(
  ask: () => Promise<T>,
  isExpected: (response: T) => boolean,
  within = 10_000,
): Promise<{ response: T; ms: number }> {
  const startedAt = performance.now()
  for (;;) {
    const response = await ask()
    const ms = performance.now() - startedAt
    if (isExpected(response)) return { response, ms }
    if (ms > within) throw new Error(`Not within ${within} ms; last: ${JSON.stringify(response)}`)
    await Bun.sleep(50)
  }
}

/** A valid visitor ticket. */
export const ticket = (subject: string) => ({
  name: 'Test Visitor',
  email: 'visitor@lodefield.example',
  subject,
  message: 'How does it work?',
})
