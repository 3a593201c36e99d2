import { createHash, type Hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { projectRoot } from '#shared/project-root'

/** All sources of the built site. Packages are covered by the lockfile. */
export const siteSources = [
  'content',
  'site',
  'api/contract',
  'shared',
  'docs/proof-format.md',
  'docs/proof-example.json',
  'astro.config.mjs',
  'bun.lock',
  'package.json',
  'tsconfig.json',
]

/** Variables the build reads. */
const variables = ['PUBLIC_ORIGIN', 'API_ORIGIN']

const isIgnored = (path: string): boolean => /\.test\.tsx?$|\.md$|(^|\/)\.[^/]+$/.test(path)

async function filesOf(path: string): Promise<string[]> {
  const absolute = join(projectRoot, path)
  const entries = await readdir(absolute, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (!entries) return [path]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
    .filter((file) => !isIgnored(file))
}

/** Changes whenever the result of a build of the site would. */
export async function hashSiteSources(
  environment: Record<string, string | undefined> = process.env,
): Promise<string> {
  const hash = await hashFiles(siteSources)
  for (const name of variables) hash.update(`${name}=${environment[name] ?? ''}\0`)
  return hash.digest('hex')
}

/** Changes whenever one of these files or folders does, tests and Markdown aside. */
export async function hashFiles(paths: readonly string[]): Promise<Hash> {
  const hash = createHash('sha256')
  const files = (await Promise.all(paths.map(filesOf))).flat().sort()
  const contents = await Promise.all(files.map((file) => readFile(join(projectRoot, file))))
  for (const [at, file] of files.entries())
    hash
      .update(`${file}\0`)
      .update(contents[at] ?? '')
      .update('\0')
  return hash
}
