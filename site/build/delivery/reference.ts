import { join } from 'node:path'
import { hashOf, writeInto } from './files.ts'

/** Stops the script's validation library from trying `eval`, which the page's content security policy blocks. */
const withoutEval = 'globalThis.__zod_globalConfig = { jitless: true };\n'

/**
 * Copies the script of the API reference into the site, so that it is loaded from us and not from its vendor's CDN.
 */
export async function copyReferenceScript(root: string, site: string): Promise<void> {
  const source = join(root, 'node_modules/@scalar/api-reference/dist/browser/standalone.js')
  const script =
    withoutEval + (await Bun.file(source).text()).replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
  await writeInto(join(site, 'reference', `scalar-${hashOf(script)}.js`), script)
}
