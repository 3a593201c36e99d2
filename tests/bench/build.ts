import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from './measure.ts'
import { root } from './our-server.ts'

const FEW = 20
const MANY = 1_000
/** What a build reads; everything else stays where it is. */
const SOURCES = [
  'api',
  'content',
  'drizzle',
  'scripts',
  'site',
  'astro.config.mjs',
  'package.json',
  'tsconfig.json',
]

/** Seconds that a build takes with so many more documentation pages, as long as a real one. */
async function buildWith(pages: number, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  for (const source of SOURCES) await cp(join(root, source), join(folder, source), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const model = await readFile(join(root, 'content/docs/token-lifecycle.mdx'), 'utf8')
  for (let page = 1; page <= pages; page++) {
    await writeFile(
      join(folder, `content/docs/bench-${page}.mdx`),
      model.replace(/^title: .*$/m, `title: Page ${page} of the bench`),
    )
  }
  const startedAt = performance.now()
  const child = Bun.spawn([process.execPath, '--bun', 'run', 'astro', 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new Error('The build failed')
  return (performance.now() - startedAt) / 1000
}

/** What a page costs the build: the whole of it by the number of pages, few against many. */
export async function benchBuild(report: Report, work: string): Promise<void> {
  const few = (await buildWith(FEW, join(work, 'few-pages'))) / FEW
  const many = (await buildWith(MANY, join(work, 'many-pages'))) / MANY
  report({
    what: `build a page, with ${MANY.toLocaleString('en-US')} documentation pages against ${FEW}`,
    ours: `${(many * 1000).toFixed(0)} ms`,
    floor: `${(few * 1000).toFixed(0)} ms`,
    ratio: many / few,
    goal: '<= 1',
    reached: many <= few,
  })
}
