/**
 * A backup as a folder: `backup.json` says what is in it, `tables/` holds the rows, `uploads/` the files, and
 * `SHA256SUMS` the sum of each, in the form that `sha256sum -c` reads.
 */
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '#db/backup'
import { StartError } from './tell.ts'

const FORMAT = 1
const MANIFEST = 'backup.json'
const SUMS = 'SHA256SUMS'
const NEWLINE = 0x0a

export interface Manifest extends Snapshot {
  format: typeof FORMAT
  /** Rows by table. */
  rows: Record<string, number>
  /** Names below `uploads/`. */
  uploads: string[]
}

export const tableFile = (name: string): string => `tables/${name}.copy`
export const uploadFile = (name: string): string => `uploads/${name}`

export interface Written {
  sha256: string
  bytes: number
  /** Rows, where it is a table: COPY writes each on a line of its own. */
  lines: number
}

/** Writes a file of a backup and keeps it on disk before it is counted as written. */
export async function writeSummed(path: string, source: AsyncIterable<Uint8Array>): Promise<Written> {
  const hash = new Bun.CryptoHasher('sha256')
  const handle = await open(path, 'wx', 0o600)
  let bytes = 0
  let lines = 0
  try {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.byteLength
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1
      await handle.appendFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { sha256: hash.digest('hex'), bytes, lines }
}

/** Completes a backup: without these two files a folder is none. */
export async function writeManifest(
  folder: string,
  manifest: Omit<Manifest, 'format'>,
  sums: ReadonlyMap<string, string>,
): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`
  await writeFile(join(folder, MANIFEST), text, { flag: 'wx', mode: 0o600, flush: true })
  const all = [...sums, [MANIFEST, new Bun.CryptoHasher('sha256').update(text).digest('hex')] as const]
  const lines = all.map(([file, sum]) => `${sum}  ${file}\n`).join('')
  await writeFile(join(folder, SUMS), lines, { flag: 'wx', mode: 0o600, flush: true })
}

async function sumOf(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk)
  return hash.digest('hex')
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new StartError(`${path} cannot be read: this is no complete backup.`)
  })
}

/**
 * Reads what a backup says of itself after every byte of it was checked. Throws a {@link StartError} that names
 * the file which is missing or was changed. `onChecked` hears of each.
 */
export async function readBackup(
  folder: string,
  onChecked: (done: number, of: number) => void,
): Promise<Manifest> {
  const lines = (await readText(join(folder, SUMS))).split('\n').filter((line) => line !== '')
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  let done = 0
  for (const [file, sum] of sums) {
    const path = join(folder, file)
    if (!(await Bun.file(path).exists())) throw new StartError(`${path} is missing. Nothing was touched.`)
    if ((await sumOf(path)) !== sum) {
      throw new StartError(`${path} is not as it was written. Nothing was touched.`)
    }
    done += 1
    onChecked(done, sums.size)
  }
  const manifest = JSON.parse(await readText(join(folder, MANIFEST))) as Manifest
  if (manifest.format !== FORMAT) throw new StartError(`${folder} has a form that this version cannot read.`)
  const unsummed = [
    MANIFEST,
    ...manifest.tables.map(({ name }) => tableFile(name)),
    ...manifest.uploads.map(uploadFile),
  ].find((file) => !sums.has(file))
  if (unsummed) throw new StartError(`${unsummed} has no sum in ${SUMS}. Nothing was touched.`)
  return manifest
}
