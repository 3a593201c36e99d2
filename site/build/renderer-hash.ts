import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOf } from '#build/files'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Code that draws every PDF of the build, below `shared`. */
const shared = ['brand', 'font-files', 'true-type', 'pdf/mark', 'pdf/tags', 'pdf/typesetter']

/**
 * A hash of the code in a folder, of `others` (paths in the project) and of the packages: when it changes, what they
 * render is rendered again.
 */
export async function hashRenderer(folder: string, others: readonly string[]): Promise<string> {
  const own = (await readdir(folder)).filter((name) => /\.ts$/.test(name) && !name.includes('.test.')).sort()
  const files = [
    ...own.map((name) => join(folder, name)),
    ...shared.map((name) => join(root, 'shared', `${name}.ts`)),
    ...others.map((name) => join(root, name)),
  ]
  const code = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const lock = await readFile(join(root, 'bun.lock'), 'utf8').catch(() => '')
  return hashOf(...code, lock)
}
