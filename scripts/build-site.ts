/**
 * Builds the site next to the one in use and swaps the two at the end: a failed or interrupted build leaves the old one
 * unchanged.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#shared/project-root'
import { getBunPath, isStopping, runChild } from './run-child-process.ts'
import { hashSiteSources } from './site-source-hash.ts'
import { CommandError, print, runStep } from './terminal-output.ts'

const dist = join(projectRoot, 'dist')
const draft = join(projectRoot, '.cache/build')
const previous = join(projectRoot, '.cache/previous-build')
const stampIn = (folder: string) => join(folder, 'server/build.json')

async function readStamp(): Promise<string | undefined> {
  const text = await readFile(stampIn(dist), 'utf8').catch(() => '{}')
  return (JSON.parse(text) as { sources?: string }).sources
}

/** Throws a {@link CommandError} that lists all content errors, if any. */
function refuse(what: string, faults: readonly string[]): void {
  if (faults.length === 0) return
  throw new CommandError(
    [`The site was not built: ${what}. The existing site is unchanged.`, ...faults].join('\n  '),
  )
}

/** Builds unless the built site matches these exact sources; `force` always builds. Throws if the build fails. */
export async function buildSite({ force = false } = {}): Promise<void> {
  const sources = await hashSiteSources()
  if (!force && (await readStamp()) === sources) {
    print('The site is already built')
    return
  }
  // Imported here: before the installation there is no package that reads YAML.
  const { findContentFaults } = await import('./content-check.ts')
  refuse('content/ has to be corrected', await findContentFaults(join(projectRoot, 'content')))
  await runStep('Building the site', async () => {
    await rm(draft, { recursive: true, force: true })
    const command = [getBunPath(), '--bun', 'run', 'astro', 'build', '--outDir', '.cache/build/site']
    const env = { ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
    const code = await runChild(command, { env })
    if (isStopping()) throw new CommandError('Stopped. The existing site is unchanged.')
    if (code !== 0) {
      throw new CommandError(
        `The build failed (status ${code}). See the output above. The existing site is unchanged.`,
      )
    }
    const { findDeadLinks } = await import('./link-check.ts')
    refuse('links must be corrected', await findDeadLinks(draft, projectRoot))
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
