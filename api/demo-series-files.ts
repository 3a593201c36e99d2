/** The series of the demonstration, as the build of the site made them. */
import { join } from 'node:path'
import { storeFileCopy } from '#common/upload-storage'
import type { SeriesFile } from '#shared/calculations/series-content'

/** Stores a file of a series as an upload, and returns its stored name: the same for the same content. */
export async function storeSeriesFile(serverFolder: string, { name, sha256 }: SeriesFile): Promise<string> {
  const stored = `${name.replace(/\.pdf$/, '')}-${sha256.slice(0, 16)}.pdf`
  await storeFileCopy(join(serverFolder, 'series', name), stored, 'application/pdf')
  return stored
}
