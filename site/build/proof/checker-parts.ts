/**
 * Script and styles of the page that verifies proofs, each as one text: the page contains both and needs nothing else.
 */
import { bundle } from 'lightningcss'

/** The minified script. Throws if it cannot be bundled. */
export async function bundleScript(entry: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    format: 'iife',
    minify: true,
  })
  const [script] = outputs
  if (!script) throw new Error(`${entry} has no script.`)
  // The text is inside an element, so nothing in it may end that element.
  return (await script.text()).trim().replaceAll('</', '<\\/')
}

/** Colors and sizes that are declared but never used: the page shares its tokens with the whole site. */
function listUnused(styles: string): string[] {
  const declared = new Set(styles.match(/(?<=[{;])--[\w-]+(?=:)/g))
  return [...declared].filter((name) => !styles.includes(`var(${name})`) && !styles.includes(`var(${name},`))
}

/** The minified styles with their imports, without unused tokens. */
export function bundleStyles(filename: string): string {
  const write = (unusedSymbols: string[]) =>
    new TextDecoder().decode(bundle({ filename, minify: true, unusedSymbols }).code)
  return write(listUnused(write([])))
}
