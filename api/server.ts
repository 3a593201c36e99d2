/** Starts the server: configuration, database, migrations, seed, listen; and drains it on a signal. */
import { join, resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from '#config'
import { connectDatabase, database, disconnectDatabase } from '#db/connection'
import { startEmbedded } from '#db/embedded'
import { migrateDatabase } from '#db/migrate'
import { createLogger } from '#plugins/log'

/** Callers under way get this long to finish, in milliseconds; then they are cut off. */
const DRAIN_MS = 6_000
/** What is left to do without callers gets this long, in milliseconds. */
const CLOSE_MS = 3_000
/** Idle seconds after which a connection is closed: slow senders hold nothing for long. */
const IDLE_SECONDS = 15
/**
 * Largest body the listener lets through, in bytes. Each route counts up to a bound of its own, most of them far
 * below; what is a little too large for an upload is refused there, in our own words.
 */
const MAX_BODY = 1024 * 1024 * 1024

function configOrExit(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`Configuration: ${error.message}\n`)
    process.exit(1)
  }
}

/** Accepts nothing new, waits for the requests under way, and cuts off what is left, idle connections at once. */
async function drain(server: Bun.Server<unknown>): Promise<void> {
  const endsAt = performance.now() + DRAIN_MS
  server.stop(false)
  while (server.pendingRequests > 0 && performance.now() < endsAt) await Bun.sleep(20)
  await server.stop(true)
}

const startedAt = performance.now()
const config = configOrExit()
const log = createLogger(config.LOG_LEVEL)

/** The application takes as long to load as the engine takes to start: it is loaded meanwhile. */
async function loadApplication() {
  const [{ createApp }, { startDraining }, { seedFirstRows }] = await Promise.all([
    import('#app'),
    import('#modules/operations/service'),
    import('./first-rows.ts'),
  ])
  return { createApp, startDraining, seedFirstRows }
}
let loading: ReturnType<typeof loadApplication> | undefined
const application = () => {
  loading ??= loadApplication()
  return loading
}

async function openStore(): Promise<{ url: string; embedded: boolean; stop: () => Promise<void> }> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, embedded: false, stop: async () => {} }
  const engine = await startEmbedded(resolve(config.DATA_DIR), {
    // What goes wrong is told where the application is needed.
    onLaunch: () => void application().catch(() => {}),
  })
  return { url: engine.url, embedded: true, stop: engine.stop }
}

async function start(): Promise<void> {
  const store = await openStore()
  let stopping = false
  try {
    await migrateDatabase(store.url)
    const { createApp, startDraining, seedFirstRows } = await application()
    await connectDatabase(store.url)
    const notices = await seedFirstRows(database(), config, { embedded: store.embedded })
    const root = resolve(import.meta.dir, '..')
    // Loaded where it is wanted: most installations count nothing.
    const metrics =
      config.METRICS_PORT === undefined
        ? undefined
        : (await import('#modules/operations/metrics')).createMetrics()
    const app = await createApp({
      config,
      log,
      siteFolder: join(root, 'dist/site'),
      serverFolder: join(root, 'dist/server'),
      onAnswered: metrics?.onAnswered,
    })
    const server = Bun.serve({
      port: config.PORT,
      hostname: config.HOST,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY,
      development: false,
      fetch: (request, self) => app.fetch(request, self),
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

    const stop = async (signal: string) => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'draining')
      startDraining()
      // Whoever waits at a terminal has no balancer.
      if (signal === 'SIGTERM') await Bun.sleep(config.DRAIN_SECONDS * 1000)
      app.drain()
      await drain(server)
      // A database that does not answer any more is not waited for.
      await Promise.race([app.close().then(disconnectDatabase), Bun.sleep(CLOSE_MS)])
      await store.stop()
      await counting?.stop(true)
      log.info('stopped')
      process.exit(0)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))

    const origin = `http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${server.port}`
    log.info(
      { port: server.port, metrics_port: counting?.port, ms: Math.round(performance.now() - startedAt) },
      'ready',
    )
    process.stdout.write(
      [
        '',
        '  Lodefield is ready',
        '',
        `  Site            ${origin}/`,
        `  Administrators  ${origin}/${app.adminPath}/admin`,
        `  API             ${origin}/api/v1/openapi.json`,
        `  API reference   ${origin}/api/v1/reference`,
        ...notices.map((line) => `  ${line}`),
        '',
        '',
      ].join('\n'),
    )
  } catch (error) {
    await disconnectDatabase()
    await store.stop()
    throw error
  }
}

try {
  await start()
} catch (error) {
  const taken = (error as { code?: string }).code === 'EADDRINUSE'
  const reason = taken
    ? `Port ${config.PORT} is already in use. Stop what uses it, or choose another: PORT=4322 npm start`
    : error instanceof Error
      ? error.message
      : String(error)
  if (!taken) log.fatal({ err: error }, 'could not start')
  process.stderr.write(`Lodefield could not start: ${reason}\n`)
  process.exit(1)
}
