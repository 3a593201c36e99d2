/** `bun run backup:verify <folder>`: whether a backup is whole and can be read. Needs no database. */
import { resolve } from 'node:path'
import { migrationsOf } from '#db/restore'
import { readBackup, readTables } from './backup-check.ts'
import { print, runMain } from './progress.ts'
import { createProgressBar } from './progress-bar.ts'
import { createWatchdog, readFolderArguments } from './watchdog.ts'

const counted = new Intl.NumberFormat('en-US')

await runMain(async () => {
  const { folder: source, seconds } = readFolderArguments('Usage: npm run backup:verify -- <folder>')
  const folder = resolve(source)
  const watch = createWatchdog(seconds)
  const bar = createProgressBar()
  const manifest = await watch.guard(
    readBackup(folder, watch, (done, of) => bar.show('Sums of files', done, of)),
  )
  await watch.guard(readTables(folder, manifest, watch, (done, of) => bar.show('Tables', done, of)))
  bar.finish()
  migrationsOf(manifest)
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  print(
    `The backup of ${manifest.taken_at} is complete: ${manifest.tables.length} tables with ${counted.format(rows)} rows, ${counted.format(manifest.uploads.length)} uploads.`,
  )
  return 0
})
