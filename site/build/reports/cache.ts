import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Files outside this folder that affect the look of a report, below `site`. */
const shared = [
  ...['brand', 'font-files', 'true-type', 'pdf/mark', 'pdf/tags', 'pdf/typesetter'].map(
    (name) => `../shared/${name}.ts`,
  ),
  'build/contours.ts',
  'build/smooth-path.ts',
]

/** A hash of several texts, in order. */
export function hashOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** A hash of the code and packages that render reports: when it changes, every report is rendered again. */
export async function hashRenderer(): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url))
  const own = (await readdir(here)).filter((name) => /\.ts$/.test(name) && !name.includes('.test.')).sort()
  const files = [...own.map((name) => join(here, name)), ...shared.map((name) => join(here, '../..', name))]
  const code = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const lock = await readFile(join(here, '../../../bun.lock'), 'utf8').catch(() => '')
  return hashOf(...code, lock)
}

/** Writes a file atomically, also when two builds run at once. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.tmp`
  await writeFile(draft, content)
  await rename(draft, path)
}
