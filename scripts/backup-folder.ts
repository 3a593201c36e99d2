/**
 * A backup as a folder: `backup.json` is the manifest, `tables/` holds the rows, `uploads/` the files, and `SHA256SUMS`
 * the checksum of each, in the format of `sha256sum -c`. `INCOMPLETE` exists until the backup is complete.
 */
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '#db/backup'

export const FORMAT = 1
export const MANIFEST_FILE = 'backup.json'
export const CHECKSUMS_FILE = 'SHA256SUMS'
export const INCOMPLETE_MARKER = 'INCOMPLETE'
const NEWLINE = 0x0a

export interface Manifest extends Snapshot {
  format: typeof FORMAT
  /** Rows by table. */
  rows: Record<string, number>
  /** Names below `uploads/`. */
  uploads: string[]
}

export const getTableFile = (name: string): string => `tables/${name}.copy`
export const getUploadFile = (name: string): string => `uploads/${name}`

export interface Written {
  sha256: string
  bytes: number
  /** Rows of a table: COPY writes one per line. */
  lines: number
}

/** Creates the folders of a backup, flagged as incomplete until {@link finishBackup}. */
export async function startBackup(folder: string): Promise<void> {
  const text = 'This backup is incomplete and cannot be restored.\n'
  await writeFile(join(folder, INCOMPLETE_MARKER), text, { flag: 'wx', mode: 0o600, flush: true })
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  await mkdir(join(folder, 'uploads/icons'), { recursive: true, mode: 0o700 })
}

/**
 * Writes a file of a backup and syncs it to disk before it counts as written. `onWritten` gets the size so far after
 * each part.
 */
export async function writeWithChecksum(
  path: string,
  source: AsyncIterable<Uint8Array>,
  onWritten: (written: { bytes: number; lines: number }) => void = () => {},
): Promise<Written> {
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
      onWritten({ bytes, lines })
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { sha256: hash.digest('hex'), bytes, lines }
}

/** Syncs a folder, so that renamed, written and removed files survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and does not need this.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Completes a backup: a folder without these two files, or with the flag of {@link startBackup}, is not a backup. */
export async function finishBackup(
  folder: string,
  manifest: Omit<Manifest, 'format'>,
  sums: ReadonlyMap<string, string>,
): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`
  await writeFile(join(folder, MANIFEST_FILE), text, { flag: 'wx', mode: 0o600, flush: true })
  const all = [...sums, [MANIFEST_FILE, new Bun.CryptoHasher('sha256').update(text).digest('hex')] as const]
  const lines = all.map(([file, sum]) => `${sum}  ${file}\n`).join('')
  await writeFile(join(folder, CHECKSUMS_FILE), lines, { flag: 'wx', mode: 0o600, flush: true })
  await syncFolder(folder)
  await rm(join(folder, INCOMPLETE_MARKER))
  await syncFolder(folder)
}
