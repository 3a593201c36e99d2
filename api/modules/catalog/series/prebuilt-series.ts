/** The series of the built site: their content, and the files generated from it. */
import { join } from 'node:path'
import type { BuiltSeries } from '#shared/calculations/series-content'

/** The series listed by the build; none without a build. */
export async function loadPrebuiltSeries(serverFolder: string): Promise<BuiltSeries[]> {
  const list = Bun.file(join(serverFolder, 'series.json'))
  return (await list.exists()) ? list.json() : []
}

/** Why these series cannot be added to a database, as a sentence: a duplicate symbol, or a missing file. */
export async function findSeriesFault(
  serverFolder: string,
  built: readonly BuiltSeries[],
): Promise<string | undefined> {
  const symbols = new Set<string>()
  for (const { symbol, document_files, attestation_files } of built) {
    if (symbols.has(symbol)) return `two of them have the symbol ${symbol}.`
    symbols.add(symbol)
    for (const { name, size } of [...Object.values(document_files), ...Object.values(attestation_files)]) {
      if (Bun.file(join(serverFolder, 'series', name)).size !== size)
        return `the file ${name} of ${symbol} is missing or incomplete.`
    }
  }
  return undefined
}
