/** `bun run backup:verify <folder>`: whether a backup is complete and readable. Needs no database. */
import { resolve } from 'node:path'
import { listBackupMigrations } from '#db/restore'
import { createProgressBar } from './progress-bar.ts'
import { checkTables, readBackup } from './read-backup.ts'
import { createWatchdog, parseBackupArguments } from './stall-watchdog.ts'
import { print, runMain } from './terminal-output.ts'

const counted = new Intl.NumberFormat('en-US')

await runMain(async () => {
  const { folder: source, seconds } = parseBackupArguments('Usage: npm run backup:verify -- <folder>')
  const folder = resolve(source)
  const watch = createWatchdog(seconds)
  const bar = createProgressBar()
  const manifest = await watch.guard(readBackup(folder, watch, (done, of) => bar.show('Checksums', done, of)))
  await watch.guard(checkTables(folder, manifest, watch, (done, of) => bar.show('Tables', done, of)))
  bar.finish()
  listBackupMigrations(manifest)
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  print(
    `The backup of ${manifest.taken_at} is complete: ${manifest.tables.length} tables with ${counted.format(rows)} rows, ${counted.format(manifest.uploads.length)} uploads.`,
  )
  return 0
})
