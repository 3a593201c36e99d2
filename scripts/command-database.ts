import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allowsNewer, ConfigError, getDirectUrl, getOwnerUrl, readConfig } from '#config'
import { connectDatabase, disconnectDatabase } from '#db/connection'
import { connectEmbedded } from '#db/embedded-connection'
import { type Embedded, startEmbedded } from '#db/embedded-postgres'
import { migrateDatabase } from '#db/migrate'
import { projectRoot } from '#shared/project-root'
import { CommandError, print } from './terminal-output.ts'

function configOrFail() {
  try {
    return readConfig()
  } catch (error) {
    throw error instanceof ConfigError ? new CommandError(error.message) : error
  }
}

/** The configuration, with the data folder as the server sees it. Throws a {@link CommandError} if it is invalid. */
export function loadConfig() {
  const config = configOrFail()
  return { ...config, DATA_DIR: resolve(projectRoot, config.DATA_DIR) }
}

/**
 * The server's database, for the role that owns it: the one at `DATABASE_OWNER_URL`, `DATABASE_DIRECT_URL` or
 * `DATABASE_URL`, otherwise the embedded one, which may be running under a server; if not, it is started, and stopped
 * by `stop`. With `create` a database is created in an empty data folder. Throws a {@link CommandError} if there is
 * none, and for an invalid configuration.
 */
export async function findDatabase({ create = false } = {}): Promise<Embedded> {
  const config = configOrFail()
  const serverUrl = getDirectUrl(config)
  if (serverUrl) return { url: getOwnerUrl(config), serverUrl, stop: async () => {} }
  const folder = resolve(projectRoot, config.DATA_DIR)
  const isNew = create && !existsSync(join(folder, 'postgres/PG_VERSION'))
  if (isNew) return startEmbedded(folder)
  return connectEmbedded(folder).catch((error: Error) => {
    throw new CommandError(error.message)
  })
}

/** The same, migrated. */
export async function openMigratedDatabase(options: { create?: boolean } = {}): Promise<Embedded> {
  const store = await findDatabase(options)
  try {
    const { applied, warning } = await migrateDatabase(store.url, store.serverUrl, {
      allowNewer: allowsNewer(configOrFail()),
    })
    if (warning) print(`Warning: ${warning}`)
    if (applied.length > 0) print(`Migrations run: ${applied.join(', ')}`)
  } catch (error) {
    await store.stop()
    throw error
  }
  return store
}

/** Runs a command on the database the server uses, see {@link openMigratedDatabase}. */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const store = await openMigratedDatabase()
  try {
    await connectDatabase(store.url, { max: 2 })
    return await work()
  } finally {
    await disconnectDatabase()
    await store.stop()
  }
}
