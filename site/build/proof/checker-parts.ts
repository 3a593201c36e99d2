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

/** The styles with what they import, minified. */
export const bundleStyles = (entry: string): string =>
  new TextDecoder().decode(bundle({ filename: entry, minify: true }).code)
