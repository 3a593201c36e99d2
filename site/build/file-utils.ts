import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/** Every file below a folder, as sorted paths with `/`. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/** The pages of a built site, as paths. */
export async function listPages(site: string): Promise<string[]> {
  return (await listFiles(site)).filter((path) => path.endsWith('.html'))
}

/**
 * Writes a file, creating its folders. Atomic: an interrupted build leaves no partial file, and two builds may run at
 * once.
 */
export async function writeFileAtomic(path: string, data: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.tmp`
  await writeFile(draft, data)
  await rename(draft, path)
}

/** A hash of the parts, in order, for use in a file name: 64 bits of the SHA-256. */
export function hashParts(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 16)
}
