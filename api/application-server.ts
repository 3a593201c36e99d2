/** Serves: the application on a port, from when its database is there until a signal; then it is drained. */
import { join, resolve } from 'node:path'
import { isatty } from 'node:tty'
import { createApp } from '#app'
import { createLogger } from '#common/logger'
import { allowsNewer, type Config, warnOfFormerNames } from '#config'
import { checkConnection, connectDatabase, database, disconnectDatabase } from '#db/connection'
import { migrateDatabase } from '#db/migrate'
import { startDraining } from '#modules/operations/readiness'
import { projectRoot } from '#shared/project-root'
import { removeFirstPasswords } from './initial-passwords.ts'
import { seedInitialData } from './seed-initial-data.ts'
import { warnAboutConfiguration, warnOfOtherServers } from './startup-checks.ts'

const STANDARD_OUTPUT = 1

/** The database, and how to close it. */
export interface OpenDatabase {
  /** For the role that the server connects as. */
  url: string
  /** The same database for work that needs a database session; another URL where `url` is that of a pooler. */
  directUrl: string
  /** For the role that migrates; the same where there is one role only. */
  ownerUrl: string
  /** It is our own engine's, not one that others may use too. */
  embedded: boolean
  stop: () => Promise<void>
}

/** Requests in flight get this long to finish, in milliseconds; then they are cut off. */
const DRAIN_MS = 6_000
/** Closing what remains without callers gets this long, in milliseconds. */
const CLOSE_MS = 3_000
/** Idle seconds after which a connection is closed: slow senders hold no resources for long. */
const IDLE_SECONDS = 15
/**
 * Largest body the listener accepts, in bytes. Each route has a limit of its own, most of them far lower; an upload
 * that is slightly too large is rejected there, with a clear message.
 */
const MAX_BODY = 1024 * 1024 * 1024

/**
 * Accepts no more connections, waits for the requests in flight, and cuts off what is left, idle connections at once.
 */
async function drain(server: Bun.Server<unknown>): Promise<void> {
  const endsAt = performance.now() + DRAIN_MS
  server.stop(false)
  while (server.pendingRequests > 0 && performance.now() < endsAt) await Bun.sleep(20)
  await server.stop(true)
}

/**
 * Prepares everything that needs no database; `open` does the rest. `announcedOrigin` is what people open, where that
 * is not this server.
 */
export async function createApplicationServer(config: Config, announcedOrigin?: string) {
  const log = createLogger(config.LOG_LEVEL)
  // Loaded only where it is needed: most installations have no metrics.
  const metrics =
    config.METRICS_PORT === undefined
      ? undefined
      : (await import('#modules/operations/metrics')).createMetrics()
  const serverFolder = join(projectRoot, 'dist/server')
  const app = await createApp({
    config,
    log,
    siteFolder: join(projectRoot, 'dist/site'),
    serverFolder,
    onResponse: metrics?.onResponse,
  })

  function listen() {
    const server = Bun.serve({
      port: config.PORT,
      hostname: config.HOST,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY,
      development: false,
      routes: app.listenerRoutes,
      error: (error) => {
        log.error({ err: error }, 'a request failed outside the application')
        return new Response('Internal Server Error', { status: 500 })
      },
    })
    const counting = metrics?.serve({
      port: config.METRICS_PORT ?? 0,
      hostname: config.METRICS_HOST,
      requestsUnderWay: () => server.pendingRequests,
    })
    return { server, counting }
  }

  function stopOnSignals({ server, counting }: ReturnType<typeof listen>, store: OpenDatabase): void {
    let stopping = false
    const stop = async (signal: string) => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'draining')
      startDraining()
      // Ctrl+C at a terminal does not wait for a load balancer.
      if (signal === 'SIGTERM') await Bun.sleep(config.DRAIN_SECONDS * 1000)
      app.drain()
      await drain(server)
      // An unresponsive database must not delay the shutdown.
      await Promise.race([app.close().then(disconnectDatabase), Bun.sleep(CLOSE_MS)])
      await store.stop()
      await counting?.stop(true)
      log.info('stopped')
      process.exit(0)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  }

  // Output that is no terminal is stored, and others read it.
  const isTerminal = isatty(STANDARD_OUTPUT)
  const hiddenPath = config.ADMIN_PATH_SECRET
    ? '/(ADMIN_PATH_SECRET)/admin'
    : `/(the text of ${resolve(config.DATA_DIR, 'admin-path')})/admin`

  /** Prints all URLs; secrets only on a terminal. */
  function announce(port: number | undefined, notices: readonly string[]): void {
    const own = `http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${port}`
    const origin = announcedOrigin ?? own
    process.stdout.write(
      [
        '',
        '  Lodefield is ready',
        '',
        `  Site            ${origin}/`,
        `  Administrators  ${isTerminal ? `${origin}/${app.adminPath}/admin` : hiddenPath}`,
        `  API             ${origin}/api/v1/openapi.json`,
        `  API reference   ${origin}/api/v1/reference`,
        ...notices.map((line) => `  ${line}`),
        '',
        '',
      ].join('\n'),
    )
  }

  return {
    /** Migrates the database, seeds what is missing and serves. `startedAt` is when the process began. */
    async open(store: OpenDatabase, startedAt: number): Promise<void> {
      await connectDatabase(store.url, { directUrl: store.directUrl })
      try {
        const migrating = migrateDatabase(store.ownerUrl, store.directUrl, {
          allowNewer: allowsNewer(config),
        }).then(({ applied, warning }) => {
          if (warning) log.warn(warning)
          if (applied.length > 0) log.info({ migrations: applied }, 'migrated the database')
        })
        // The pool opens its first connection while another reads the schema, unless that one makes the role.
        const mayMakeRole = !store.embedded && store.ownerUrl !== store.directUrl
        await (mayMakeRole ? migrating.then(checkConnection) : Promise.all([migrating, checkConnection()]))
        for (const warning of warnOfFormerNames()) log.warn(warning)
        const { embedded, ownerUrl } = store
        const first = { embedded, isTerminal, ownerUrl, serverFolder, log }
        const { notices, areShown } = await seedInitialData(database(), config, first)
        if (!embedded) await warnOfOtherServers(config, log)
        await app.open()
        await warnAboutConfiguration(config, log)
        const listening = listen()
        stopOnSignals(listening, store)
        const { server, counting } = listening
        const ms = Math.round(performance.now() - startedAt)
        log.info({ port: server.port, metrics_port: counting?.port, ms }, 'ready')
        announce(server.port, notices)
        if (areShown) await removeFirstPasswords(config.DATA_DIR)
      } catch (error) {
        await disconnectDatabase()
        throw error
      }
    },
  }
}
