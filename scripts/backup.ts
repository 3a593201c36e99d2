/** `bun run backup <folder>`: all rows, as they were at one moment, and all uploads, while the server goes on. */
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { bucketOf, readConfig } from '#config'
import { exportTables } from '#db/backup'
import { openStorage, storage } from '#modules/documents/storage'
import { tableFile, uploadFile, writeManifest, writeSummed } from './backup-folder.ts'
import { projectRoot } from './child.ts'
import { findStore } from './store.ts'
import { runMain, StartError, tell } from './tell.ts'

const counted = new Intl.NumberFormat('en-US')
/** Uploads between two lines of progress. */
const TOLD_EVERY = 50

await runMain(async () => {
  const [target] = process.argv.slice(2)
  if (!target) throw new StartError('Say where to: npm run backup -- <folder>')
  const folder = resolve(target)
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder, { mode: 0o700 }).catch(() => {
    throw new StartError(`${folder} exists already. A backup is put into a folder of its own.`)
  })
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  await mkdir(join(folder, 'uploads/icons'), { recursive: true, mode: 0o700 })

  const sums = new Map<string, string>()
  const rows: Record<string, number> = {}
  const store = await findStore()
  const snapshot = await exportTables(store.url, async (table, bytes) => {
    const file = tableFile(table)
    const { sha256, lines } = await writeSummed(join(folder, file), bytes)
    sums.set(file, sha256)
    rows[table] = lines
    tell(`${table}: ${counted.format(lines)} rows`)
  }).finally(store.stop)

  // After the rows: each of them points at a file that was there before it.
  const config = readConfig()
  const dataDir = resolve(projectRoot, config.DATA_DIR)
  await openStorage({ dataDir, bucket: bucketOf(config), onFailure: () => {} })
  const uploads: string[] = []
  let size = 0
  for await (const { name } of storage().list()) {
    const body = await storage().read(name, 0)
    // Deleted since it was listed.
    if (!body || body instanceof Uint8Array) continue
    const file = uploadFile(name)
    const { sha256, bytes } = await writeSummed(join(folder, file), body.stream())
    sums.set(file, sha256)
    uploads.push(name)
    size += bytes
    if (uploads.length % TOLD_EVERY === 0) tell(`Uploads: ${uploads.length} so far`)
  }
  tell(`Uploads: ${uploads.length} files, ${counted.format(size)} bytes`)

  await writeManifest(folder, { ...snapshot, rows, uploads }, sums)
  tell(`Backup of ${snapshot.taken_at} complete: ${folder}`)
  tell('Not in it: the secrets of the data folder (token-secret, admin-path). Keep those elsewhere.')
  return 0
})
