import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allowsNewer, ConfigError, directUrlOf, ownerUrlOf, readConfig } from '#config'
import { connectDatabase, disconnectDatabase } from '#db/connection'
import { type Embedded, startEmbedded } from '#db/embedded'
import { connectEmbedded } from '#db/embedded-connection'
import { migrateDatabase } from '#db/migrate'
import { projectRoot } from './child.ts'
import { print, StartError } from './progress.ts'

function configOrFail() {
  try {
    return readConfig()
  } catch (error) {
    throw error instanceof ConfigError ? new StartError(error.message) : error
  }
}

/** The configuration, with the data folder as the server sees it. Throws a {@link StartError} for a bad one. */
export function readStoreConfig() {
  const config = configOrFail()
  return { ...config, DATA_DIR: resolve(projectRoot, config.DATA_DIR) }
}

/**
 * The server's database, for the role that owns it: the one at `DATABASE_OWNER_URL`, `DATABASE_DIRECT_URL` or
 * `DATABASE_URL`, else the embedded one, which may be running under a server; otherwise it is started, and stopped by
 * `stop`. With `create` a database is made in an empty data folder. Throws a {@link StartError} when there is none,
 * and for a bad configuration.
 */
export async function findStore({ create = false } = {}): Promise<Embedded> {
  const config = configOrFail()
  const serverUrl = directUrlOf(config)
  if (serverUrl) return { url: ownerUrlOf(config), serverUrl, stop: async () => {} }
  const folder = resolve(projectRoot, config.DATA_DIR)
  const isNew = create && !existsSync(join(folder, 'postgres/PG_VERSION'))
  if (isNew) return startEmbedded(folder)
  return connectEmbedded(folder).catch((error: Error) => {
    throw new StartError(error.message)
  })
}

/** The same, migrated. */
export async function openStore(options: { create?: boolean } = {}): Promise<Embedded> {
  const store = await findStore(options)
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

/** Runs a command on the database the server uses, see {@link openStore}. */
export async function withStore<Result>(work: () => Promise<Result>): Promise<Result> {
  const store = await openStore()
  try {
    await connectDatabase(store.url, { max: 2 })
    return await work()
  } finally {
    await disconnectDatabase()
    await store.stop()
  }
}
