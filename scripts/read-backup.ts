/** Reads a backup and checks every byte before anything is restored from it. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCopyRows } from '#db/copy-format'
import {
  CHECKSUMS_FILE,
  FORMAT,
  getTableFile,
  getUploadFile,
  INCOMPLETE_MARKER,
  MANIFEST_FILE,
  type Manifest,
} from './backup-folder.ts'
import type { Watchdog } from './stall-watchdog.ts'
import { CommandError } from './terminal-output.ts'

/** Receives the progress of a check. */
export type OnProgress = (done: number, of: number) => void

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CommandError(`${path} cannot be read: the backup is incomplete.`)
  })
}

async function sumOf(path: string, watch: Watchdog): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of watch.stream(`reading ${path}`, Bun.file(path).stream())) hash.update(chunk)
  return hash.digest('hex')
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The field missing from a manifest, if any. */
function findGap(manifest: Partial<Manifest>): string | undefined {
  if (!isTexts(manifest.migrations) || manifest.migrations.length === 0) return 'the migrations'
  if (!Array.isArray(manifest.tables) || manifest.tables.length === 0) return 'the tables'
  for (const { name, columns } of manifest.tables) {
    if (typeof name !== 'string' || !isTexts(columns)) return 'the columns of a table'
    if (!Number.isInteger(manifest.rows?.[name])) return `the number of rows of ${name}`
  }
  if (!Array.isArray(manifest.sequences)) return 'the sequences'
  if (!isTexts(manifest.uploads)) return 'the uploads'
  // Such names never occur; a manifest with one would write outside the uploads folder.
  const strange = manifest.uploads.find((name) => !/^(?:icons\/)?[^/\\]+$/.test(name) || /^\.+$/.test(name))
  return strange === undefined ? undefined : `a valid name for upload ${strange}`
}

/**
 * Reads a backup's manifest after comparing every byte with its checksum. Throws a {@link CommandError} that names the
 * missing or changed file.
 */
export async function readBackup(
  folder: string,
  watch: Watchdog,
  onChecked: OnProgress = () => {},
): Promise<Manifest> {
  if (existsSync(join(folder, INCOMPLETE_MARKER))) {
    throw new CommandError(`The backup in ${folder} is incomplete. No changes were made.`)
  }
  const lines = (await readText(join(folder, CHECKSUMS_FILE))).split('\n').filter((line) => line !== '')
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  let done = 0
  for (const [file, sum] of sums) {
    const path = join(folder, file)
    if (!(await Bun.file(path).exists())) throw new CommandError(`${path} is missing. No changes were made.`)
    if ((await sumOf(path, watch)) !== sum) {
      throw new CommandError(`Checksum mismatch for ${path}. No changes were made.`)
    }
    done += 1
    onChecked(done, sums.size)
  }
  const manifest = JSON.parse(await readText(join(folder, MANIFEST_FILE))) as Manifest
  if (manifest.format !== FORMAT)
    throw new CommandError(`The backup in ${folder} has a format not supported by this version.`)
  const gap = findGap(manifest)
  if (gap) throw new CommandError(`${MANIFEST_FILE} does not contain ${gap}. No changes were made.`)
  const unsummed = [
    MANIFEST_FILE,
    ...manifest.tables.map(({ name }) => getTableFile(name)),
    ...manifest.uploads.map(getUploadFile),
  ].find((file) => !sums.has(file))
  if (unsummed)
    throw new CommandError(`${unsummed} has no checksum in ${CHECKSUMS_FILE}. No changes were made.`)
  return manifest
}

/**
 * Reads and counts every row of every table. Throws a {@link CommandError} that names a table that cannot be read or
 * whose number of rows differs from the manifest.
 */
export async function checkTables(
  folder: string,
  manifest: Manifest,
  watch: Watchdog,
  onChecked: OnProgress = () => {},
): Promise<void> {
  for (const [at, { name, columns }] of manifest.tables.entries()) {
    const file = getTableFile(name)
    const bytes = watch.stream(`reading ${file}`, Bun.file(join(folder, file)).stream())
    let rows = 0
    try {
      for await (const batch of parseCopyRows(bytes, columns.length)) rows += batch.length
    } catch (error) {
      throw new CommandError(`${file} cannot be read: ${error instanceof Error ? error.message : error}.`)
    }
    const expected = manifest.rows[name]
    if (rows !== expected) throw new CommandError(`${file} contains ${rows} rows instead of ${expected}.`)
    onChecked(at + 1, manifest.tables.length)
  }
}
