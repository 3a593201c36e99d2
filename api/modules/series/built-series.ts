/** The series of the built site: their content, and the files made of it. */
import { join } from 'node:path'
import type { BuiltSeries } from '#shared/asset/series-content'

/** The series that the build lists; none without a build. */
export async function readBuiltSeries(serverFolder: string): Promise<BuiltSeries[]> {
  const list = Bun.file(join(serverFolder, 'series.json'))
  return (await list.exists()) ? list.json() : []
}
