import { join, posix } from 'node:path'
import { listPages } from './files.ts'

const moduleScript = /<script type="module" src="(\/[^"]+)"><\/script>/g

/** The static imports of a bundled module; dynamic ones are written `import(…)`. */
const staticImport = /\b(?:import|from)\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g

/** The static imports of a module, transitively. */
async function listImports(
  address: string,
  read: (address: string) => Promise<string>,
): Promise<Set<string>> {
  const found = new Set<string>()
  const follow = async (from: string) => {
    for (const [, path = ''] of (await read(from)).matchAll(staticImport)) {
      const target = posix.join(posix.dirname(from), path)
      if (found.has(target)) continue
      found.add(target)
      await follow(target)
    }
  }
  await follow(address)
  return found
}

/**
 * Preloads the page's modules in parallel, instead of each import a round trip after its importer, and after the
 * style sheets and fonts: the text can be read before the scripts have loaded.
 */
export async function preloadModules(
  html: string,
  read: (address: string) => Promise<string>,
): Promise<string> {
  const scripts = [...html.matchAll(moduleScript)].map(([, address = '']) => address)
  const imports = new Set<string>()
  for (const address of scripts) {
    for (const needed of await listImports(address, read)) imports.add(needed)
  }
  const links = [...imports].map(
    (address) => `<link rel="modulepreload" href="${address}" fetchpriority="low">`,
  )
  return html
    .replaceAll(moduleScript, '<script type="module" src="$1" fetchpriority="low"></script>')
    .replace('</head>', () => `${links.join('')}</head>`)
}

/** Does the same in every page of the built site. */
export async function preloadAllModules(site: string): Promise<void> {
  for (const path of await listPages(site)) {
    const file = join(site, path)
    const html = await Bun.file(file).text()
    const preloaded = await preloadModules(html, (address) => Bun.file(join(site, address)).text())
    if (preloaded !== html) await Bun.write(file, preloaded)
  }
}
