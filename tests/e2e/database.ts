/** The database of the server under test, for facts that no response contains. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'

/** The file in which `start-server.ts` stores the data folder of the server at a port. It contains no secret. */
export const dataFolderNote = (port: string): string => `test-results/data-folder-${port}.txt`

/** Opens the database of the server at a port. The password is read from the engine's data folder. */
export function openDatabase(port: string): postgres.Sql {
  const folder = readFileSync(dataFolderNote(port), 'utf8')
  const password = readFileSync(join(folder, 'postgres-password'), 'utf8').trim()
  // PostgreSQL writes its port into the fourth line of its lock file.
  const lockFile = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const name = 'lodefield'
  return postgres({
    host: '127.0.0.1',
    port: Number(lockFile[3]),
    user: name,
    database: name,
    password,
    max: 1,
    onnotice: () => {},
  })
}
