/** Bundles the server into a few files: loading hundreds of modules would dominate the start. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#shared/project-root'
import { hashFiles } from './site-source-hash.ts'
import { CommandError, runStep } from './terminal-output.ts'

const folder = join(projectRoot, 'dist/server/program')
const draft = join(projectRoot, '.cache/server')
const stamp = 'sources.txt'

/** What `npm start` and the image run. `api/server.ts` is the same program. */
export const builtServer = 'dist/server/program/server.js'

/** Builds unless the built server matches these exact sources. Throws a {@link CommandError} if the build fails. */
export async function buildServer(): Promise<void> {
  const sources = (await hashFiles(['api', 'drizzle', 'shared', 'bun.lock', 'package.json'])).digest('hex')
  if ((await readFile(join(folder, stamp), 'utf8').catch(() => '')) === sources) return
  await runStep('Building the server', async () => {
    await rm(draft, { recursive: true, force: true })
    const { success, logs } = await Bun.build({
      entrypoints: [join(projectRoot, 'api/server.ts')],
      outdir: draft,
      target: 'bun',
      splitting: true,
      // They read files next to their own.
      external: ['pdfkit', 'subset-font'],
      // Function names and lines in stack traces match the sources.
      sourcemap: 'linked',
      minify: { whitespace: true, syntax: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      throw: false,
    })
    if (!success) throw new CommandError(['The server could not be built.', ...logs.map(String)].join('\n  '))
    await writeFile(join(draft, stamp), sources)
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
  })
}
