/** `bun run restore <folder> [--replace]`: puts a backup into an empty database, or in place of what is there. */
import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { bucketOf, readConfig } from '#config'
import { importTables, RestoreError } from '#db/backup'
import { migrateDatabase } from '#db/migrate'
import { openStorage, storage } from '#modules/documents/storage'
import { readBackup, tableFile, uploadFile } from './backup-folder.ts'
import { projectRoot } from './child.ts'
import { findStore } from './store.ts'
import { runMain, StartError, step, tell } from './tell.ts'

/** Files between two lines of progress. */
const TOLD_EVERY = 50

await runMain(async () => {
  const words = process.argv.slice(2)
  const replace = words.includes('--replace')
  const [source] = words.filter((word) => word !== '--replace')
  if (!source) throw new StartError('Say from where: npm run restore -- <folder> [--replace]')
  const folder = resolve(source)
  const manifest = await step('Checking every file of the backup', () =>
    readBackup(folder, (done, of) => {
      if (done % TOLD_EVERY === 0 || done === of) tell(`${done} of ${of} files are as they were written`)
    }),
  )

  const readTable = (table: string) => {
    const rows = manifest.rows[table] ?? 0
    tell(`${table}: ${rows} rows`)
    return { bytes: Bun.file(join(folder, tableFile(table))).stream(), rows }
  }
  const store = await findStore({ create: true })
  try {
    await step(`Restoring the rows of ${manifest.taken_at}`, () =>
      importTables(store.url, manifest, readTable, { replace }),
    )
    // A backup of an earlier version: what came since is added.
    await migrateDatabase(store.url)
  } catch (error) {
    throw error instanceof RestoreError ? new StartError(error.message) : error
  } finally {
    await store.stop()
  }

  const config = readConfig()
  const staging = await openStorage({
    dataDir: resolve(projectRoot, config.DATA_DIR),
    bucket: bucketOf(config),
    onFailure: () => {},
  })
  for (const [at, name] of manifest.uploads.entries()) {
    const path = join(folder, uploadFile(name))
    const arriving = join(staging, `${crypto.randomUUID()}.part`)
    await copyFile(path, arriving)
    await storage().keep(arriving, name, Bun.file(path).type)
    if ((at + 1) % TOLD_EVERY === 0) tell(`Uploads: ${at + 1} of ${manifest.uploads.length}`)
  }
  tell(`Uploads: ${manifest.uploads.length} files`)
  tell('Restored. Check it with npm run audit:verify and npm run totals:verify.')
  return 0
})
