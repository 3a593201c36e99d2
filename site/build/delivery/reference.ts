import { join } from 'node:path'
import { hashOf, writeInto } from './files.ts'

/**
 * Puts the script that draws the API reference into the site, so that it is loaded from us and not
 * from the CDN its makers use.
 */
export async function copyReferenceScript(root: string, site: string): Promise<void> {
  const source = join(root, 'node_modules/@scalar/api-reference/dist/browser/standalone.js')
  const script = (await Bun.file(source).text()).replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
  await writeInto(join(site, 'reference', `scalar-${hashOf(script)}.js`), script)
}
