/**
 * Checks MDX with the parser used to build the site. Its message begins with the position; a build's error would have a
 * position in the parser's own code.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { projectRoot } from '#shared/project-root'

interface Parser {
  mdxToJs: (text: string) => unknown
}

/** From the package that `@astrojs/mdx` brings, whichever version that is. */
function findParser(): string {
  const integration = createRequire(join(projectRoot, 'node_modules/@astrojs/mdx/package.json'))
  return createRequire(integration.resolve('@astrojs/markdown-satteri')).resolve('satteri')
}

let parser: Promise<Parser> | undefined

/** What is wrong with an MDX text without front matter, with its line; undefined if nothing is. */
export async function findMdxFault(text: string): Promise<{ line: number; reason: string } | undefined> {
  parser ??= import(findParser())
  const { mdxToJs } = await parser
  try {
    mdxToJs(text)
    return undefined
  } catch (error) {
    const [, line = '1', said = String(error)] =
      /^(\d+):\d+: (.*?)(?: \([\w-]+:[\w-]+\))?$/s.exec((error as Error).message) ?? []
    return { line: Number(line), reason: said.replace(/ with oxc/, '') }
  }
}
