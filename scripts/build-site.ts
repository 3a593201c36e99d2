/**
 * Builds the site beside the one in use and swaps the two at the end: a failed or interrupted build leaves the old
 * one unchanged.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bunPath, isStopping, projectRoot, runChild } from './child.ts'
import { print, StartError, step } from './progress.ts'
import { hashSiteSources } from './site-sources.ts'

const dist = join(projectRoot, 'dist')
const draft = join(projectRoot, '.cache/build')
const previous = join(projectRoot, '.cache/previous-build')
const stampIn = (folder: string) => join(folder, 'server/build.json')

async function readStamp(): Promise<string | undefined> {
  const text = await readFile(stampIn(dist), 'utf8').catch(() => '{}')
  return (JSON.parse(text) as { sources?: string }).sources
}

/** Throws a {@link StartError} that lists what is wrong, where something is. */
function refuse(what: string, faults: readonly string[]): void {
  if (faults.length === 0) return
  throw new StartError([`The site is not built: ${what}. The old site is untouched.`, ...faults].join('\n  '))
}

/** Builds unless the built site is of these very sources; `force` builds anyway. Throws when the build fails. */
export async function buildSite({ force = false } = {}): Promise<void> {
  const sources = await hashSiteSources()
  if (!force && (await readStamp()) === sources) {
    print('The site is built already')
    return
  }
  // Imported here: before the installation there is no package that reads YAML.
  const { findContentFaults } = await import('./content-check.ts')
  refuse('content/ has to be corrected', await findContentFaults(join(projectRoot, 'content')))
  await step('Building the site', async () => {
    await rm(draft, { recursive: true, force: true })
    const command = [bunPath(), '--bun', 'run', 'astro', 'build', '--outDir', '.cache/build/site']
    const env = { ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
    const code = await runChild(command, { env })
    if (isStopping()) throw new StartError('Stopped. The old site is untouched.')
    if (code !== 0) {
      throw new StartError(
        `The build failed (status ${code}), see its output above. The old site is untouched.`,
      )
    }
    const { findDeadLinks } = await import('./link-check.ts')
    refuse('links have to be corrected', await findDeadLinks(draft, projectRoot))
    await mkdir(join(draft, 'server'), { recursive: true })
    await writeFile(stampIn(draft), JSON.stringify({ sources }))
    await rm(previous, { recursive: true, force: true })
    await rename(dist, previous).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
    await rename(draft, dist)
    await rm(previous, { recursive: true, force: true })
  })
}
