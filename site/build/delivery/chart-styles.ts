import { join } from 'node:path'
import { sourceHash } from './inline-hashes.ts'

/** Unescapes the line breaks and quotes of a bundler's string literals. */
const readLiterals = (script: string): string => script.replaceAll('\\n', '\n').replace(/\\(['"\\])/g, '$1')

/**
 * Hashes of the style sheets that the chart library injects into a page: one for all charts, one beside each legend.
 * Throws when the installed bundle does not contain the styles of its sources.
 */
export async function readChartStyles(root: string): Promise<string[]> {
  const read = (path: string) => Bun.file(join(root, 'node_modules/apexcharts', path)).text()
  const sheet = await read('src/assets/apexcharts.css')
  const [, legend = ''] = /const text = `([^`]*)`/.exec(await read('src/modules/legend/Helpers.js')) ?? []
  const bundle = readLiterals(await read('dist/apexcharts.esm.js'))
  for (const [name, text] of Object.entries({ sheet, legend })) {
    if (text === '' || !bundle.includes(text)) {
      throw new Error(`The chart library injects another ${name} style than its sources say`)
    }
  }
  return [sheet, legend].map(sourceHash)
}
