import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashParts } from '#build/file-utils'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Code that draws every PDF of the build. */
const shared = [
  'shared/brand.ts',
  'shared/font-path.ts',
  'shared/woff-to-truetype.ts',
  'shared/pdf/draw-logo.ts',
  'shared/pdf/pdf-tags.ts',
  'shared/pdf/typesetter.ts',
]

/**
 * A hash of the code in a folder, of `others` (paths in the project) and of the packages; when it changes, their output
 * is rendered again.
 */
export async function hashRenderer(folder: string, others: readonly string[]): Promise<string> {
  const own = (await readdir(folder)).filter((name) => /\.ts$/.test(name) && !name.includes('.test.')).sort()
  const files = [
    ...own.map((name) => join(folder, name)),
    ...[...shared, ...others].map((path) => join(root, path)),
  ]
  const code = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const lock = await readFile(join(root, 'bun.lock'), 'utf8').catch(() => '')
  return hashParts(...code, lock)
}
