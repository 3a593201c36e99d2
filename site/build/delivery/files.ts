import { createHash } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
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

/** Writes a file, creating its folders. */
export async function writeInto(path: string, data: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, data)
}

/** A hash as a file name: 132 bits of the SHA-256, safe in URLs. */
export const hashOf = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('base64url').slice(0, 22)
