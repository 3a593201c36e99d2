/** `bun run restore <folder> [--replace]`: restores a backup into an empty database, or replaces the current rows. */
import { join, resolve } from 'node:path'
import { getUploadStorage, openStorage } from '#common/upload-storage'
import { getBucketOptions, readConfig } from '#config'
import { migrateDatabase } from '#db/migrate'
import { importTables } from '#db/restore'
import { describeSecrets } from '#secrets'
import { projectRoot } from '#shared/project-root'
import { getTableFile, getUploadFile, type Manifest, writeWithChecksum } from './backup-folder.ts'
import { findDatabase, loadConfig } from './command-database.ts'
import { createProgressBar } from './progress-bar.ts'
import { readBackup } from './read-backup.ts'
import { createWatchdog, parseBackupArguments, type Watchdog } from './stall-watchdog.ts'
import { print, runMain, runStep } from './terminal-output.ts'

const counted = new Intl.NumberFormat('en-US')

async function restoreTables(folder: string, manifest: Manifest, watch: Watchdog, replace: boolean) {
  const bar = createProgressBar()
  watch.moved('connecting to the database')
  const store = await findDatabase({ create: true })
  const read = (table: string) => ({
    bytes: Bun.file(join(folder, getTableFile(table))).stream(),
    rows: manifest.rows[table] ?? 0,
  })
  const onRows = (table: string, rows: number) => {
    watch.moved(`writing the table ${table}`)
    bar.show(table, rows, manifest.rows[table] ?? 0)
  }
  try {
    watch.moved('creating the tables')
    await watch.guard(importTables(store.url, manifest, read, { replace, onRows }))
    // A backup of an earlier version is migrated. A single statement of that may take long.
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
    bucket: getBucketOptions(config),
    onFailure: () => {},
  })
  let size = 0
  for (const [at, name] of manifest.uploads.entries()) {
    const doing = `writing the upload ${name}`
    const file = Bun.file(join(folder, getUploadFile(name)))
    const arriving = join(staging, `${crypto.randomUUID()}.part`)
    const { bytes } = await writeWithChecksum(arriving, watch.stream(doing, file.stream()))
    // A bucket takes the whole file, without progress.
    watch.moved(doing, bytes)
    await getUploadStorage().keep(arriving, name, file.type)
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
  } = parseBackupArguments('Usage: npm run restore -- <folder> [--replace]', ['replace'])
  const folder = resolve(source)
  const watch = createWatchdog(seconds)
  const bar = createProgressBar()
  const manifest = await runStep('Checking backup files', async () => {
    const onChecked = (done: number, of: number) => bar.show('Checksums', done, of)
    return watch.guard(readBackup(folder, watch, onChecked)).finally(bar.finish)
  })
  await runStep(`Restoring the backup of ${manifest.taken_at}`, () =>
    restoreTables(folder, manifest, watch, isSet('replace')),
  )
  await watch.guard(restoreUploads(folder, manifest, watch))
  print(
    'Restore complete. Verify with npm run audit:verify, npm run totals:verify and npm run register:verify.',
  )
  print(
    `Backups do not contain secrets. The server requires the secrets of the original installation (${describeSecrets(loadConfig())}).`,
  )
  return 0
})
