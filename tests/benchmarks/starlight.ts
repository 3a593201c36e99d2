/** The comparison for builds: Starlight, which builds MDX documentation with Astro, with this project's pages. */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './server-under-test.ts'

const STARLIGHT = '0.42.4'

/** The same Astro builds both. */
async function readAstroVersion(): Promise<string> {
  const { devDependencies } = (await Bun.file(join(root, 'package.json')).json()) as {
    devDependencies: { astro: string }
  }
  return devDependencies.astro
}

/**
 * Installs Starlight into a cache folder, once for each version, from the package manager's configured source.
 * Returns the folder; throws with the package manager's output.
 */
export async function installStarlight(): Promise<string> {
  const astro = await readAstroVersion()
  const folder = join(root, '.cache/starlight', `${STARLIGHT}-astro-${astro}`)
  if (existsSync(folder)) return folder
  const draft = `${folder}.${process.pid}`
  await mkdir(draft, { recursive: true })
  await writeFile(
    join(draft, 'package.json'),
    JSON.stringify({ private: true, dependencies: { '@astrojs/starlight': STARLIGHT, astro } }),
  )
  const child = Bun.spawn([process.execPath, 'install', '--linker', 'hoisted'], {
    cwd: draft,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) {
    await rm(draft, { recursive: true, force: true })
    throw new Error(said.trim().split('\n').at(-1) ?? 'the package manager failed')
  }
  await rename(draft, folder)
  return folder
}

/** This project's steps as Starlight's: its component takes an ordered list. */
function translateSteps(mdx: string): string {
  let inSteps = 0
  return mdx
    .split('\n')
    .flatMap((line) => {
      if (line === '<Steps>') {
        inSteps += 1
        return ['<Steps>', '']
      }
      if (line === '</Steps>') {
        inSteps -= 1
        return ['', '</Steps>']
      }
      const title = /^<Step title="(.*)">$/.exec(line)?.[1]
      if (title !== undefined) return [`1. **${title}**`]
      if (line === '</Step>') return []
      return [inSteps > 0 && line !== '' ? `   ${line}` : line]
    })
    .join('\n')
}

/** Translates a page of this project, `source`, for Starlight. Throws for a part without a translation. */
export function translatePage(source: string): string {
  const [, matter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
  const kept = matter.split('\n').filter((line) => /^(title|description):/.test(line))
  const text = translateSteps(body)
  const foreign = /<(?!\/?Steps>)\/?[A-Z]\w*/.exec(text)
  if (foreign) throw new Error(`There is no ${foreign[0]}> in Starlight`)
  return `---\n${kept.join('\n')}\n---\nimport { Steps } from '@astrojs/starlight/components'\n${text}`
}

/**
 * Pages that its navigation lists on each page, as in this project: listing all of them would make a thousand pages
 * long.
 */
const LISTED = 11

/**
 * Lays out a site of these pages, by slug, where the package is installed: it does not work through a symbolic link.
 */
export async function layOutStarlight(folder: string, pages: Map<string, string>): Promise<void> {
  const listed = [...pages.keys()].slice(0, LISTED)
  const docs = join(folder, 'src/content/docs')
  await mkdir(docs, { recursive: true })
  // Astro reads there which packages to build with the pages.
  const dependencies = { '@astrojs/starlight': STARLIGHT }
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  )
  await writeFile(
    join(folder, 'astro.config.mjs'),
    `import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
export default defineConfig({
  site: 'http://localhost:4321',
  integrations: [starlight({ title: 'Lodefield', sidebar: ${JSON.stringify(listed)} })],
})
`,
  )
  await writeFile(
    join(folder, 'src/content.config.ts'),
    `import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
`,
  )
  for (const [slug, source] of pages) await writeFile(join(docs, `${slug}.mdx`), translatePage(source))
}
