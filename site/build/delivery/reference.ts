import { join } from 'node:path'
import { hashOf, writeWhole } from '#build/files'

/** Stops the viewer's validation library from trying `eval`, which the page's content security policy blocks. */
const withoutEval = 'globalThis.__zod_globalConfig = { jitless: true };\n'

/** A script or style sheet for browsers with all it imports, as text. */
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
 * Writes the viewer of the API reference: the vendor's script, so that it is loaded from us and not from a CDN, our
 * own that starts it, and its style sheet in the colours and faces of the site.
 */
export async function writeReference(root: string, site: string): Promise<void> {
  const write = (text: string, suffix: string) =>
    writeWhole(join(site, 'reference', `viewer-${hashOf(text)}.${suffix}`), text)
  const vendor = await Bun.file(
    join(root, 'node_modules/@scalar/api-reference/dist/browser/standalone.js'),
  ).text()
  const start = await bundle(join(root, 'site/islands/reference/viewer.ts'))
  await write(`${withoutEval}${vendor.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')}${start}`, 'js')
  // The faces are in the sheet: drawing the viewer takes longer than an optional face may be late at the first visit.
  const styles = await bundle(join(root, 'site/styles/reference.css'))
  await write(styles.replaceAll('font-display:optional', 'font-display:swap'), 'css')
}
