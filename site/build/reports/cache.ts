import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOf } from '#build/files'

/** Files outside this folder that affect the look of a report, below `site`. */
const shared = [
  ...['brand', 'font-files', 'true-type', 'pdf/mark', 'pdf/tags', 'pdf/typesetter'].map(
    (name) => `../shared/${name}.ts`,
  ),
  'build/contours.ts',
  'build/smooth-path.ts',
]

/** A hash of the code and packages that render reports: when it changes, every report is rendered again. */
export async function hashRenderer(): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url))
  const own = (await readdir(here)).filter((name) => /\.ts$/.test(name) && !name.includes('.test.')).sort()
  const files = [...own.map((name) => join(here, name)), ...shared.map((name) => join(here, '../..', name))]
  const code = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const lock = await readFile(join(here, '../../../bun.lock'), 'utf8').catch(() => '')
  return hashOf(...code, lock)
}
