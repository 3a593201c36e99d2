/** Reads a backup and checks every byte of it, before anything is restored from it. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCopyRows } from '#db/copy-text'
import { FORMAT, INCOMPLETE, MANIFEST, type Manifest, SUMS, tableFile, uploadFile } from './backup-folder.ts'
import { StartError } from './progress.ts'
import type { Watchdog } from './watchdog.ts'

/** Receives the progress of a check. */
export type OnChecked = (done: number, of: number) => void

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new StartError(`${path} cannot be read: this is no complete backup.`)
  })
}

async function sumOf(path: string, watch: Watchdog): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of watch.stream(`reading ${path}`, Bun.file(path).stream())) hash.update(chunk)
  return hash.digest('hex')
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The field that a manifest from a file lacks, if there is one. */
function findGap(manifest: Partial<Manifest>): string | undefined {
  if (!isTexts(manifest.migrations) || manifest.migrations.length === 0) return 'the migrations'
  if (!Array.isArray(manifest.tables) || manifest.tables.length === 0) return 'the tables'
  for (const { name, columns } of manifest.tables) {
    if (typeof name !== 'string' || !isTexts(columns)) return 'the columns of a table'
    if (!Number.isInteger(manifest.rows?.[name])) return `the number of rows of ${name}`
  }
  if (!Array.isArray(manifest.sequences)) return 'the sequences'
  if (!isTexts(manifest.uploads)) return 'the uploads'
  // Such names never occur; a manifest with one would write outside of the uploads.
  const strange = manifest.uploads.find((name) => !/^(?:icons\/)?[^/\\]+$/.test(name) || /^\.+$/.test(name))
  return strange === undefined ? undefined : `a usable name for the upload ${strange}`
}

/**
 * Reads a backup's manifest after comparing every byte with its sum. Throws a {@link StartError} that names the
 * missing or changed file.
 */
export async function readBackup(
  folder: string,
  watch: Watchdog,
  onChecked: OnChecked = () => {},
): Promise<Manifest> {
  if (existsSync(join(folder, INCOMPLETE))) {
    throw new StartError(`${folder} holds a backup that was not finished. Nothing was touched.`)
  }
  const lines = (await readText(join(folder, SUMS))).split('\n').filter((line) => line !== '')
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  let done = 0
  for (const [file, sum] of sums) {
    const path = join(folder, file)
    if (!(await Bun.file(path).exists())) throw new StartError(`${path} is missing. Nothing was touched.`)
    if ((await sumOf(path, watch)) !== sum) {
      throw new StartError(`${path} differs from what was written. Nothing was touched.`)
    }
    done += 1
    onChecked(done, sums.size)
  }
  const manifest = JSON.parse(await readText(join(folder, MANIFEST))) as Manifest
  if (manifest.format !== FORMAT)
    throw new StartError(`${folder} has a format that this version cannot read.`)
  const gap = findGap(manifest)
  if (gap) throw new StartError(`${MANIFEST} does not hold ${gap}. Nothing was touched.`)
  const unsummed = [
    MANIFEST,
    ...manifest.tables.map(({ name }) => tableFile(name)),
    ...manifest.uploads.map(uploadFile),
  ].find((file) => !sums.has(file))
  if (unsummed) throw new StartError(`${unsummed} has no sum in ${SUMS}. Nothing was touched.`)
  return manifest
}

/**
 * Reads and counts every row of every table. Throws a {@link StartError} that names the table which cannot be read or
 * whose number of rows differs from the manifest.
 */
export async function readTables(
  folder: string,
  manifest: Manifest,
  watch: Watchdog,
  onChecked: OnChecked = () => {},
): Promise<void> {
  for (const [at, { name, columns }] of manifest.tables.entries()) {
    const file = tableFile(name)
    const bytes = watch.stream(`reading ${file}`, Bun.file(join(folder, file)).stream())
    let rows = 0
    try {
      for await (const batch of readCopyRows(bytes, columns.length)) rows += batch.length
    } catch (error) {
      throw new StartError(`${file} cannot be read: ${error instanceof Error ? error.message : error}.`)
    }
    const expected = manifest.rows[name]
    if (rows !== expected) throw new StartError(`${file} holds ${rows} rows instead of ${expected}.`)
    onChecked(at + 1, manifest.tables.length)
  }
}
