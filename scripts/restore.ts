/** `bun run restore <folder> [--replace]`: restores a backup into an empty database, or replaces the present rows. */
import { join, resolve } from 'node:path'
import { bucketOf, readConfig } from '#config'
import { migrateDatabase } from '#db/migrate'
import { importTables } from '#db/restore'
import { openStorage, storage } from '#modules/documents/storage'
import { describeSecrets } from '#secrets'
import { readBackup } from './backup-check.ts'
import { type Manifest, tableFile, uploadFile, writeSummed } from './backup-folder.ts'
import { projectRoot } from './child.ts'
import { print, runMain, step } from './progress.ts'
import { createProgressBar } from './progress-bar.ts'
import { findStore, readStoreConfig } from './store.ts'
import { createWatchdog, readFolderArguments, type Watchdog } from './watchdog.ts'

const counted = new Intl.NumberFormat('en-US')

async function restoreTables(folder: string, manifest: Manifest, watch: Watchdog, replace: boolean) {
  const bar = createProgressBar()
  watch.moved('connecting to the database')
  const store = await findStore({ create: true })
  const read = (table: string) => ({
    bytes: Bun.file(join(folder, tableFile(table))).stream(),
    rows: manifest.rows[table] ?? 0,
  })
  const onRows = (table: string, rows: number) => {
    watch.moved(`writing the table ${table}`)
    bar.show(table, rows, manifest.rows[table] ?? 0)
  }
  try {
    watch.moved('making the tables')
    await watch.guard(importTables(store.url, manifest, read, { replace, onRows }))
    // A backup of an earlier version: it is migrated. One statement of that may take long.
    await migrateDatabase(store.url, store.serverUrl)
  } finally {
    bar.finish()
    await store.stop()
  }
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  print(`${manifest.tables.length} tables with ${counted.format(rows)} rows`)
}

async function restoreUploads(folder: string, manifest: Manifest, watch: Watchdog): Promise<void> {
  const bar = createProgressBar()
  const config = readConfig()
  const staging = await openStorage({
    dataDir: resolve(projectRoot, config.DATA_DIR),
    bucket: bucketOf(config),
    onFailure: () => {},
  })
  let size = 0
  for (const [at, name] of manifest.uploads.entries()) {
    const doing = `writing the upload ${name}`
    const file = Bun.file(join(folder, uploadFile(name)))
    const arriving = join(staging, `${crypto.randomUUID()}.part`)
    const { bytes } = await writeSummed(arriving, watch.stream(doing, file.stream()))
    // A bucket takes the whole file, without progress.
    watch.moved(doing, bytes)
    await storage().keep(arriving, name, file.type)
    size += bytes
    bar.show('Uploads', at + 1, manifest.uploads.length, `${counted.format(size)} bytes`)
  }
  bar.finish()
  print(`Uploads: ${manifest.uploads.length} files, ${counted.format(size)} bytes`)
}

await runMain(async () => {
  const {
    folder: source,
    seconds,
    isSet,
  } = readFolderArguments('Usage: npm run restore -- <folder> [--replace]', ['replace'])
  const folder = resolve(source)
  const watch = createWatchdog(seconds)
  const bar = createProgressBar()
  const manifest = await step('Checking every file of the backup', async () => {
    const onChecked = (done: number, of: number) => bar.show('Sums of files', done, of)
    return watch.guard(readBackup(folder, watch, onChecked)).finally(bar.finish)
  })
  await step(`Restoring the rows of ${manifest.taken_at}`, () =>
    restoreTables(folder, manifest, watch, isSet('replace')),
  )
  await watch.guard(restoreUploads(folder, manifest, watch))
  print('Restored. Check it with npm run audit:verify, npm run totals:verify and npm run register:verify.')
  print(
    `The secrets are not in a backup. The server needs those of the installation that it was taken from (${describeSecrets(readStoreConfig())}).`,
  )
  return 0
})
