/** `bun run backup <folder>`: all rows in one snapshot, and all uploads, while the server runs. */
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { getUploadStorage, openStorage } from '#common/upload-storage'
import { allowsNewer, getBucketOptions } from '#config'
import { exportTables, type TableExport } from '#db/backup'
import { OperatorError } from '#db/operator-error'
import { describeSecrets } from '#secrets'
import { finishBackup, getTableFile, getUploadFile, startBackup, writeWithChecksum } from './backup-folder.ts'
import { findDatabase, loadConfig } from './command-database.ts'
import { createProgressBar } from './progress-bar.ts'
import { createWatchdog, parseBackupArguments } from './stall-watchdog.ts'
import { CommandError, print, runMain } from './terminal-output.ts'

const counted = new Intl.NumberFormat('en-US')
const inBytes = (bytes: number): string => `${counted.format(bytes)} bytes`

await runMain(async () => {
  const { folder: target, seconds } = parseBackupArguments('Usage: npm run backup -- <folder>')
  const folder = resolve(target)
  const config = loadConfig()
  const watch = createWatchdog(seconds)
  const bar = createProgressBar()
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder, { mode: 0o700 }).catch(() => {
    throw new CommandError(`${folder} already exists. Specify a new folder for the backup.`)
  })
  await startBackup(folder)

  const sums = new Map<string, string>()
  const rows: Record<string, number> = {}

  async function saveTables() {
    watch.moved('connecting to the database')
    const store = await findDatabase()
    const saveTable = async ({ table, rows: expected, bytes }: TableExport) => {
      const file = getTableFile(table)
      const source = watch.stream(`reading the table ${table}`, bytes)
      const {
        sha256,
        lines,
        bytes: size,
      } = await writeWithChecksum(join(folder, file), source, (written) => {
        if (written.lines < expected) bar.show(table, written.lines, expected, inBytes(written.bytes))
      })
      if (lines !== expected) throw new Error(`${table} returned ${lines} of ${expected} rows`)
      bar.finish()
      sums.set(file, sha256)
      rows[table] = lines
      print(`${table}: ${counted.format(lines)} rows, ${inBytes(size)}`)
    }
    const exporting = exportTables(store.url, saveTable, { allowNewer: allowsNewer(config) })
    try {
      return await watch.guard(exporting)
    } catch (error) {
      // Rejected before the first row, so that nothing is left in the way of the next attempt.
      if (error instanceof OperatorError) await rm(folder, { recursive: true })
      throw error
    } finally {
      await store.stop()
    }
  }

  async function saveUploads(): Promise<string[]> {
    await openStorage({ dataDir: config.DATA_DIR, bucket: getBucketOptions(config), onFailure: () => {} })
    watch.moved('listing the uploads')
    const names: string[] = []
    for await (const { name } of getUploadStorage().list()) {
      names.push(name)
      watch.moved('listing the uploads')
    }
    const saved: string[] = []
    let size = 0
    for (const [at, name] of names.entries()) {
      watch.moved(`reading the upload ${name}`)
      const body = await getUploadStorage().read(name, 0)
      // Deleted since it was listed.
      if (!body || body instanceof Uint8Array) continue
      const file = getUploadFile(name)
      const source = watch.stream(`reading the upload ${name}`, body.stream())
      const { sha256, bytes } = await writeWithChecksum(join(folder, file), source, (written) =>
        bar.show('Uploads', at, names.length, inBytes(size + written.bytes)),
      )
      sums.set(file, sha256)
      saved.push(name)
      size += bytes
    }
    bar.finish()
    print(`Uploads: ${saved.length} files, ${inBytes(size)}`)
    return saved
  }

  const snapshot = await saveTables()
  // After the rows: each of them refers to a file that existed before it.
  const uploads = await watch.guard(saveUploads())
  await finishBackup(folder, { ...snapshot, rows, uploads }, sums)
  print(`Backup of ${snapshot.taken_at} complete: ${folder}`)
  print(`Not included: the secrets (${describeSecrets(config)}). Back them up separately.`)
  return 0
})
