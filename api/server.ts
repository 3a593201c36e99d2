/**
 * Starts the server. The code that starts the database engine is loaded first: everything else takes as long to load
 * as the engine takes to start, and is loaded in the meantime.
 */
import { resolve } from 'node:path'
import { type Config, ConfigError, getDirectUrl, getOwnerUrl, readConfig } from '#config'
import { startEmbedded } from '#db/embedded-postgres'
import { OperatorError } from '#db/operator-error'
import type { OpenDatabase } from './application-server.ts'

function configOrExit(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`Configuration: ${error.message}\n`)
    process.exit(1)
  }
}

/** `npm run dev` has its pages before this server: their address is the one to print. */
const announcedOrigin = process.argv
  .find((text) => text.startsWith('--announce='))
  ?.slice('--announce='.length)

const startedAt = performance.now()
const config = configOrExit()

async function prepare() {
  const { createApplicationServer } = await import('./application-server.ts')
  return createApplicationServer(config, announcedOrigin)
}
let preparing: ReturnType<typeof prepare> | undefined
const prepared = () => {
  preparing ??= prepare()
  return preparing
}

/** A failure in preparation is thrown where the result is awaited. */
const prepareMeanwhile = () => void prepared().catch(() => {})

async function openStore(): Promise<OpenDatabase> {
  if (config.DATABASE_URL) {
    prepareMeanwhile()
    return {
      url: config.DATABASE_URL,
      directUrl: getDirectUrl(config),
      ownerUrl: getOwnerUrl(config),
      embedded: false,
      stop: async () => {},
    }
  }
  // Only once this process owns the folder.
  const engine = await startEmbedded(resolve(config.DATA_DIR), { onLaunch: prepareMeanwhile })
  const { serverUrl, url, stop } = engine
  return { url: serverUrl, directUrl: serverUrl, ownerUrl: url, embedded: true, stop }
}

async function start(): Promise<void> {
  const store = await openStore()
  try {
    const { open } = await prepared()
    await open(store, startedAt)
  } catch (error) {
    await store.stop()
    throw error
  }
}

try {
  await start()
} catch (error) {
  const taken = (error as { code?: string }).code === 'EADDRINUSE'
  const reason = taken
    ? `Port ${config.PORT} is already in use. Stop the process using it, or choose another port: PORT=4322 npm start`
    : error instanceof Error
      ? error.message
      : String(error)
  // An error that the operator can fix is one log line, without a stack.
  if (!taken && !(error instanceof OperatorError)) {
    const { createLogger } = await import('#common/logger')
    createLogger(config.LOG_LEVEL).fatal({ err: error }, 'could not start')
  }
  process.stderr.write(`Lodefield could not start: ${reason}\n`)
  process.exit(1)
}
