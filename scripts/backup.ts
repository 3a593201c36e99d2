/** `bun run backup <folder>`: all rows, in one snapshot, and all uploads, while the server runs. */
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { allowsNewer, bucketOf } from '#config'
import { exportTables, type TableExport } from '#db/backup'
import { OperatorError } from '#db/operator-error'
import { openStorage, storage } from '#modules/documents/storage'
import { describeSecrets } from '#secrets'
import { finishBackup, startBackup, tableFile, uploadFile, writeSummed } from './backup-folder.ts'
import { print, runMain, StartError } from './progress.ts'
import { createProgressBar } from './progress-bar.ts'
import { findStore, readStoreConfig } from './store.ts'
import { createWatchdog, readFolderArguments } from './watchdog.ts'

const counted = new Intl.NumberFormat('en-US')
const inBytes = (bytes: number): string => `${counted.format(bytes)} bytes`

await runMain(async () => {
  const { folder: target, seconds } = readFolderArguments('Usage: npm run backup -- <folder>')
  const folder = resolve(target)
  const config = readStoreConfig()
  const watch = createWatchdog(seconds)
  const bar = createProgressBar()
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder, { mode: 0o700 }).catch(() => {
    throw new StartError(`${folder} exists already. Choose a new folder for a backup.`)
  })
  await startBackup(folder)

  const sums = new Map<string, string>()
  const rows: Record<string, number> = {}

  async function saveTables() {
    watch.moved('connecting to the database')
    const store = await findStore()
    const saveTable = async ({ table, rows: expected, bytes }: TableExport) => {
      const file = tableFile(table)
      const source = watch.stream(`reading the table ${table}`, bytes)
      const {
        sha256,
        lines,
        bytes: size,
      } = await writeSummed(join(folder, file), source, (written) => {
        if (written.lines < expected) bar.show(table, written.lines, expected, inBytes(written.bytes))
      })
      if (lines !== expected) throw new Error(`${table} gave ${lines} of its ${expected} rows`)
      bar.finish()
      sums.set(file, sha256)
      rows[table] = lines
      print(`${table}: ${counted.format(lines)} rows, ${inBytes(size)}`)
    }
    const exporting = exportTables(store.url, saveTable, { allowNewer: allowsNewer(config) })
    try {
      return await watch.guard(exporting)
    } catch (error) {
      // Refused before the first row: nothing is left in the way of the next attempt.
      if (error instanceof OperatorError) await rm(folder, { recursive: true })
      throw error
    } finally {
      await store.stop()
    }
  }

  async function saveUploads(): Promise<string[]> {
    await openStorage({ dataDir: config.DATA_DIR, bucket: bucketOf(config), onFailure: () => {} })
    watch.moved('listing the uploads')
    const names: string[] = []
    for await (const { name } of storage().list()) {
      names.push(name)
      watch.moved('listing the uploads')
    }
    const saved: string[] = []
    let size = 0
    for (const [at, name] of names.entries()) {
      watch.moved(`reading the upload ${name}`)
      const body = await storage().read(name, 0)
      // Deleted since it was listed.
      if (!body || body instanceof Uint8Array) continue
      const file = uploadFile(name)
      const source = watch.stream(`reading the upload ${name}`, body.stream())
      const { sha256, bytes } = await writeSummed(join(folder, file), source, (written) =>
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
  // After the rows: each of them points at a file that was there before it.
  const uploads = await watch.guard(saveUploads())
  await finishBackup(folder, { ...snapshot, rows, uploads }, sums)
  print(`Backup of ${snapshot.taken_at} complete: ${folder}`)
  print(`Not in it: the secrets (${describeSecrets(config)}). Keep them elsewhere.`)
  return 0
})
