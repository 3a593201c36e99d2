/**
 * `npm run docs:diagram`: draws the imports between folders, as a Mermaid diagram between two markers of
 * `docs/architecture.md`. Tests, and modules used only by tests, are left out.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import posix from 'node:path/posix'
import ts from 'typescript'
import { projectRoot } from '#shared/project-root'
import { runMain } from './terminal-output.ts'

export const ARCHITECTURE = 'docs/architecture.md'
const BEGIN = '<!-- imports:begin, written by npm run docs:diagram -->'
const END = '<!-- imports:end -->'

const roots = ['api', 'drizzle', 'scripts', 'shared', 'site']
const isSource = (file: string): boolean =>
  /\.(astro|ts|tsx)$/.test(file) &&
  !/\.(test|d)\.tsx?$|\.fixtures\.tsx?$|^api\/(security-tests|testing)\/|(^|\/)gallery\.astro$/.test(file)

/** Folders of Astro's own layer, drawn as one. */
const pageFolders = ['components', 'directives', 'layouts', 'pages', 'styles']

/** The box of a file: its top folder, and for `api` and `site` the folder below it. */
function boxOf(file: string): string {
  const [top = '', folder = '', ...rest] = file.split('/')
  if (top === 'drizzle' || top === 'scripts' || top === 'shared') return top
  if (rest.length === 0) return `${top}/*.ts`
  return top === 'site' && pageFolders.includes(folder)
    ? 'site/pages, layouts, components'
    : `${top}/${folder}`
}

/** The code of a file: of an Astro component its front matter and its scripts. */
function codeOf(file: string, text: string): string {
  if (!file.endsWith('.astro')) return text
  const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code)
  return [/^---\n([\s\S]*?)\n---/.exec(text)?.[1], ...scripts].join('\n')
}

/** The path that an import names, from the root; undefined for a package. */
function pathOf(file: string, specifier: string, names: Record<string, string>): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  for (const [name, target] of Object.entries(names)) {
    const [prefix = '', wildcard] = name.split('*')
    if (specifier === name || (wildcard !== undefined && specifier.startsWith(prefix)))
      return posix.normalize(target.replace('*', specifier.slice(prefix.length)))
  }
  return undefined
}

/** Each box with the boxes that its files import. */
async function readImports(): Promise<Map<string, Set<string>>> {
  const { imports: names } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))
  const boxes = new Map<string, Set<string>>()
  for (const root of roots) {
    for (const name of await readdir(join(projectRoot, root), { recursive: true })) {
      const file = `${root}/${name.replaceAll('\\', '/')}`
      if (!isSource(file)) continue
      const code = codeOf(file, await readFile(join(projectRoot, file), 'utf8'))
      const box = boxOf(file)
      const imported = boxes.get(box) ?? new Set()
      boxes.set(box, imported)
      for (const { fileName } of ts.preProcessFile(code, true, true).importedFiles) {
        const path = pathOf(file, fileName, names)
        if (path && /\.astro$|\.tsx?$/.test(path) && boxOf(path) !== box) imported.add(boxOf(path))
      }
    }
  }
  return boxes
}

const idOf = (box: string): string => box.replaceAll(/\W+/g, '_')

/** The diagram in Mermaid's language: the same text for the same imports. */
export async function drawArchitecture(): Promise<string> {
  const boxes = await readImports()
  const names = [...boxes.keys()].sort()
  const groups = ['site', 'api'].flatMap((top) => [
    `  subgraph ${top}`,
    ...names.filter((box) => box.startsWith(`${top}/`)).map((box) => `    ${idOf(box)}["${box}"]`),
    '  end',
  ])
  const single = names.filter((box) => !box.includes('/')).map((box) => `  ${idOf(box)}["${box}"]`)
  const arrows = names.flatMap((box) =>
    [...(boxes.get(box) ?? [])].sort().map((imported) => `  ${idOf(box)} --> ${idOf(imported)}`),
  )
  return ['```mermaid', 'flowchart TD', ...groups, ...single, ...arrows, '```'].join('\n')
}

/** The document with `diagram` between its markers. Throws without them. */
export function insertDiagram(document: string, diagram: string): string {
  const from = document.indexOf(BEGIN)
  const to = document.indexOf(END)
  if (from === -1 || to < from) throw new Error(`${ARCHITECTURE} does not contain the diagram markers`)
  return `${document.slice(0, from)}${BEGIN}\n\n${diagram}\n\n${document.slice(to)}`
}

if (import.meta.main) {
  await runMain(async () => {
    const file = join(projectRoot, ARCHITECTURE)
    await Bun.write(file, insertDiagram(await readFile(file, 'utf8'), await drawArchitecture()))
    return 0
  })
}
