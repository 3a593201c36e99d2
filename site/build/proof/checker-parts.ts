/** Script and styles of the page that checks proofs, each as one text: the page holds both and needs nothing else. */
import { bundle } from 'lightningcss'

/** The script, minified. Throws when it cannot be bundled. */
export async function bundleScript(entry: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    format: 'iife',
    minify: true,
  })
  const [script] = outputs
  if (!script) throw new Error(`${entry} has no script.`)
  // The text is inside an element: nothing in it may end that element.
  return (await script.text()).trim().replaceAll('</', '<\\/')
}

/** Colors and measures that are declared and never used: the page shares its tokens with the whole site. */
function listUnused(styles: string): string[] {
  const declared = new Set(styles.match(/(?<=[{;])--[\w-]+(?=:)/g))
  return [...declared].filter((name) => !styles.includes(`var(${name})`) && !styles.includes(`var(${name},`))
}

/** The styles with what they import, minified, without tokens that nothing uses. */
export function bundleStyles(filename: string): string {
  const write = (unusedSymbols: string[]) =>
    new TextDecoder().decode(bundle({ filename, minify: true, unusedSymbols }).code)
  return write(listUnused(write([])))
}
