import { resolve } from 'node:path'
import { readConfig } from '#config'
import { connectDatabase, disconnectDatabase } from '#db/connection'
import { visitEmbedded } from '#db/embedded-visitor'
import { migrateDatabase } from '#db/migrate'
import { projectRoot } from './child.ts'

/**
 * Runs a command on the database the server uses: the one at `DATABASE_URL`, else the embedded one, which
 * may be running under a server; where it is not, it is started for the command and stopped afterwards.
 */
export async function withStore<Result>(work: () => Promise<Result>): Promise<Result> {
  const { DATABASE_URL, DATA_DIR } = readConfig()
  const engine = DATABASE_URL ? undefined : await visitEmbedded(resolve(projectRoot, DATA_DIR))
  try {
    const url = engine?.url ?? DATABASE_URL
    await migrateDatabase(url)
    await connectDatabase(url, { max: 2 })
    return await work()
  } finally {
    await disconnectDatabase()
    await engine?.stop()
  }
}
