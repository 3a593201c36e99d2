import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#shared/project-root'
import { getBunPath, isStopping, runChild } from './run-child-process.ts'
import { CommandError, runStep } from './terminal-output.ts'

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
  await runStep('Installing packages', async () => {
    // NODE_ENV=production would leave out packages of the build.
    const code = await runChild([process.execPath, 'install', '--frozen-lockfile'], {
      env: { NODE_ENV: undefined },
    })
    if (isStopping()) throw new CommandError('Stopped.')
    if (code !== 0) throw new CommandError(`The installation failed (status ${code}). See the output above.`)
  })
  if (!getBunPath().startsWith(projectRoot))
    throw new CommandError('The package "bun" was installed without its executable.')
  await writeFile(stamp, wanted)
}
