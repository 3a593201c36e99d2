/**
 * Access to a data folder's database for a command that runs next to the server: the running engine, or one started for
 * it.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findOwner } from './data-folder-lock.ts'
import { readRolePasswords } from './embedded-cluster.ts'
import { type Embedded, LOCK_FILE, startEmbedded } from './embedded-postgres.ts'
import { getEngineUrls } from './embedded-roles.ts'

/**
 * Returns the URLs of the engine that a server runs in `dataDir`, or starts it if none does; `stop` only ends an engine
 * started here. Throws if the folder contains no database.
 */
export async function connectEmbedded(dataDir: string): Promise<Embedded> {
  const root = resolve(dataDir)
  if (!existsSync(join(root, 'postgres/PG_VERSION'))) throw new Error(`There is no database in ${root}.`)
  if ((await findOwner(join(root, LOCK_FILE))) === undefined) return startEmbedded(root)
  const passwords = await readRolePasswords(root)
  // PostgreSQL writes its port on the fourth line of its pid file.
  const port = Number((await readFile(join(root, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3])
  return { ...getEngineUrls(passwords, port), stop: async () => {} }
}
