import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bunPath, isStopping, projectRoot, runChild } from './child.ts'
import { StartError, step } from './progress.ts'

const stamp = join(projectRoot, 'node_modules/.installed')

async function lockHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of ['bun.lock', 'package.json']) hash.update(await readFile(join(projectRoot, file)))
  return hash.digest('hex')
}

/** Installs the packages of `bun.lock` unless exactly these are installed. */
export async function installPackages(): Promise<void> {
  const wanted = await lockHash()
  const installed = await readFile(stamp, 'utf8').catch(() => '')
  if (installed === wanted) return
  await step('Installing packages', async () => {
    // NODE_ENV=production would leave out packages of the build.
    const code = await runChild([process.execPath, 'install', '--frozen-lockfile'], {
      env: { NODE_ENV: undefined },
    })
    if (isStopping()) throw new StartError('Stopped.')
    if (code !== 0) throw new StartError(`The installation failed (status ${code}). See its output above.`)
  })
  if (!bunPath().startsWith(projectRoot))
    throw new StartError('The package "bun" was installed without its program.')
  await writeFile(stamp, wanted)
}
