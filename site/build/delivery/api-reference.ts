import { join } from 'node:path'
import { hashParts, writeFileAtomic } from '#build/file-utils'

/** Prevents the viewer's validation library from trying `eval`, which the page's content security policy blocks. */
const withoutEval = 'globalThis.__zod_globalConfig = { jitless: true };\n'

/** A browser script or style sheet with all its imports, as text. */
async function bundle(entry: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    format: 'iife',
    minify: true,
  })
  return (outputs[0] as Blob).text()
}

/**
 * Writes the API reference viewer: the vendor's script, so that it is served by us rather than a CDN, our own script
 * that starts it, and its style sheet in the site's colors and typefaces.
 */
export async function writeReference(root: string, site: string): Promise<void> {
  const write = (text: string, suffix: string) =>
    writeFileAtomic(join(site, 'reference', `viewer-${hashParts(text)}.${suffix}`), text)
  const vendor = await Bun.file(
    join(root, 'node_modules/@scalar/api-reference/dist/browser/standalone.js'),
  ).text()
  const start = await bundle(join(root, 'site/islands/reference/viewer.ts'))
  await write(`${withoutEval}${vendor.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')}${start}`, 'js')
  // The fonts are embedded, because rendering the viewer takes longer than an optional font may take on the first
  // visit.
  const styles = await bundle(join(root, 'site/styles/reference.css'))
  await write(styles.replaceAll('font-display:optional', 'font-display:swap'), 'css')
}
