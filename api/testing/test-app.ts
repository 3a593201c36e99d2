/** The application in memory on a separate database, for API tests. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#app'
import { signAccessToken } from '#common/access-token'
import { createLogger } from '#common/logger'
import { readConfig } from '#config'
import { API_BASE } from '#contract/request-url'
import { connectDatabase, disconnectDatabase } from '#db/connection'
import { outbox } from '#db/schema/messaging/outbox'
import { createAdmin, createSession, createUser } from '#db/seed/factories'
import { createTestDatabase } from '#db/test-database'
import { openContent } from '#modules/messaging/email/sealed-content'

interface TestCall {
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, instead of `body`. */
  raw?: BodyInit
  headers?: Record<string, string>
  /** The caller's IP address; a unique one if limits matter. */
  address?: string
}

/** A response, completely read. `body` is the parsed JSON, whose shape a test asserts. */
export interface TestResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of what was sent, they do not know it
  body: any
}

interface TestSite {
  /** Folders of a built site; without them there is no site. */
  siteFolder: string
  serverFolder: string
}

/** Starts the application; `environment` sets variables of `api/config.ts`. */
export async function startTestApp(environment: Record<string, string> = {}, site?: TestSite) {
  const store = await createTestDatabase()
  // As the server runs: a missing grant shows in every test.
  await connectDatabase(store.serverUrl, { max: 4 })
  const folder = await mkdtemp(join(tmpdir(), 'lodefield-test-'))
  const lines: string[] = []
  const config = readConfig({
    RATE_LIMIT_SCALE: '1000000',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'debug',
    ADMIN_PATH_SECRET: 'path-for-tests-0123456789',
    DATA_DIR: join(folder, 'data'),
    // No test calls the real sources.
    MARKET_FEED: 'off',
    // Most tests have many administrators; the approval tests switch it on.
    DUAL_APPROVAL: 'off',
    TOKEN_SECRET: 'only-for-tests-0123456789abcdefghijklmnop',
    ...environment,
  })
  const log = createLogger(config.LOG_LEVEL, { write: (line) => void lines.push(line) })
  const app = await createApp({
    config,
    log,
    siteFolder: site?.siteFolder ?? join(folder, 'site'),
    serverFolder: site?.serverFolder ?? join(folder, 'server'),
  })
  await app.open()
  const servers: Bun.Server<unknown>[] = []

  return {
    url: store.url,
    serverUrl: store.serverUrl,
    sql: store.sql,
    db: store.db,
    log,
    routes: app.routes,
    fetch: app.fetch,
    drain: app.drain,
    shares: app.shares,
    /** Listens as the server does, until `close`. `options` are those of `Bun.serve`. */
    listen(options: { idleTimeout?: number; maxRequestBodySize?: number } = {}) {
      const server = Bun.serve({ port: 0, hostname: '127.0.0.1', ...options, routes: app.listenerRoutes })
      servers.push(server)
      return { server, port: server.port ?? 0 }
    },
    config,
    /** Folder of the uploads. */
    uploads: join(folder, 'data/uploads'),
    /** Everything logged so far, a JSON line each. */
    logLines: lines,

    /** Calls an endpoint by its path below `/api/v1`. */
    async call(
      method: string,
      path: string,
      { body, raw, headers, address }: TestCall = {},
    ): Promise<TestResponse> {
      const response = await app.fetch(
        new Request(`http://localhost${API_BASE}${path}`, {
          method,
          headers: {
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(address && { 'x-forwarded-for': address }),
            ...headers,
          },
          body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
        }),
      )
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      }
    },

    /**
     * An investor with an open session, and the header for calls in its name. Calls that need a confirmation are
     * accepted, unless `confirmStepUp` is false.
     */
    async signIn(overrides: Parameters<typeof createUser>[1] = {}, isConfirmed = true) {
      const user = await createUser(store.db, overrides)
      const session = await createSession(store.db, {
        user_id: user.id,
        confirmed_at: isConfirmed ? new Date() : null,
      })
      const token = signAccessToken(
        { role: 'investor', id: user.id, sessionId: session.id },
        config.TOKEN_SECRET,
      )
      return { user, session, token, headers: { authorization: `Bearer ${token}` } }
    },

    /** An administrator with an open session, and the path prefix of its calls. */
    async signInAdmin(overrides: Parameters<typeof createAdmin>[1] = {}, isConfirmed = true) {
      const admin = await createAdmin(store.db, overrides)
      const session = await createSession(store.db, {
        role: 'admin',
        admin_id: admin.id,
        confirmed_at: isConfirmed ? new Date() : null,
      })
      const token = signAccessToken(
        { role: 'admin', id: admin.id, sessionId: session.id, adminRoles: admin.roles },
        config.TOKEN_SECRET,
      )
      return { admin, session, token, headers: { authorization: `Bearer ${token}` } }
    },

    /** The emails with these values, oldest first, with their text; all empty once they are sent. */
    async mails(where: Partial<Record<'recipient' | 'reference' | 'kind', string>> = {}) {
      const rows = await store.db.select().from(outbox).orderBy(outbox.id)
      return rows
        .filter((row) => Object.entries(where).every(([name, value]) => row[name as 'kind'] === value))
        .map((row) => ({ ...row, ...(openContent(row) ?? { body: '', html: '', unsubscribe: '' }) }))
    },

    /** Prefix of administrators' calls: `${app.adm}/users`. */
    adm: `/${app.adminPath}/admin`,
    adminPath: app.adminPath,

    async close(): Promise<void> {
      await Promise.all(servers.map((server) => server.stop(true)))
      await app.close()
      await disconnectDatabase()
      await store.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
