import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { siteSources } from '#site-source-hash'
import type { Report } from './compare-servers.ts'
import { root } from './server-under-test.ts'
import { installStarlight, layOutStarlight } from './starlight.ts'

const FEW = 20
const MANY = 1_000
/** Files that a build reads; others are not copied. */
const SOURCES = ['api', 'drizzle', 'scripts', ...siteSources]

/** Pages as long as a real one, by slug, each with a different title; none is in the list of all documents. */
export async function makePages(count: number): Promise<Map<string, string>> {
  const source = await readFile(join(root, 'content/docs/token-lifecycle.mdx'), 'utf8')
  // Starlight has no drawings.
  const model = source.replace(/^<Drawing[\s\S]*?<\/Drawing>\n/gm, '')
  return new Map(
    Array.from({ length: count }, (_, at) => [
      `bench-${at + 1}`,
      model.replace(/^title: .*$/m, `title: Page ${at + 1} of the bench`).replace(/^group: .*\n/m, ''),
    ]),
  )
}

/** Lays out our site with these documentation pages next to its own. */
async function layOutOurs(folder: string, pages: Map<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const source of SOURCES) await cp(join(root, source), join(folder, source), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [slug, source] of pages) await writeFile(join(folder, `content/docs/${slug}.mdx`), source)
}

/** Seconds of `astro build` in a folder, with the packages of another. */
async function timeBuild(folder: string, packages: string): Promise<number> {
  const startedAt = performance.now()
  const child = Bun.spawn(
    [process.execPath, '--bun', join(packages, 'node_modules/astro/bin/astro.mjs'), 'build'],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
      stdout: 'ignore',
      stderr: 'inherit',
    },
  )
  if ((await child.exited) !== 0) throw new Error(`The build in ${folder} failed`)
  return (performance.now() - startedAt) / 1000
}

const milliseconds = (seconds: number): string => `${(seconds * 1000).toFixed(0)} ms`

/** Builds a folder of each with this many pages, one after the other. */
async function buildBoth(work: string, count: number, starlight: string | undefined) {
  const pages = await makePages(count)
  const ours = join(work, `ours-${count}`)
  await layOutOurs(ours, pages)
  const seconds = await timeBuild(ours, ours)
  if (!starlight) return { ours: seconds, theirs: undefined }
  const theirs = join(starlight, `site-${process.pid}-${count}`)
  try {
    await layOutStarlight(theirs, pages)
    return { ours: seconds, theirs: await timeBuild(theirs, starlight) }
  } finally {
    await rm(theirs, { recursive: true, force: true })
  }
}

/**
 * The build cost per page: few against many, and against Starlight with the same pages, which makes neither sharing
 * images nor compressed files. Takes minutes.
 */
export async function benchBuild(report: Report, work: string): Promise<void> {
  const starlight = await installStarlight().catch((error: Error) => {
    process.stderr.write(`  Starlight cannot be installed, rows left out: ${error.message}\n`)
    return undefined
  })
  const few = await buildBoth(work, FEW, starlight)
  const many = await buildBoth(work, MANY, starlight)
  const [ofFew, ofMany] = [few.ours / FEW, many.ours / MANY]
  report({
    what: `build a page, with ${MANY.toLocaleString('en-US')} documentation pages against ${FEW}`,
    ours: milliseconds(ofMany),
    floor: milliseconds(ofFew),
    ratio: ofMany / ofFew,
    goal: '<= 1',
    reached: ofMany <= ofFew,
  })
  if (few.theirs === undefined || many.theirs === undefined) return
  for (const [what, ours, theirs] of [
    [`with ${MANY.toLocaleString('en-US')} documentation pages`, ofMany, many.theirs / MANY],
    ['each further one', (many.ours - few.ours) / (MANY - FEW), (many.theirs - few.theirs) / (MANY - FEW)],
  ] as const) {
    report({
      what: `build a page, against Starlight, ${what}`,
      ours: milliseconds(ours),
      floor: milliseconds(theirs),
      ratio: ours / theirs,
      goal: '<= 1',
      reached: ours <= theirs,
    })
  }
}
