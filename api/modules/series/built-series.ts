/** The series of the built site: their content, and the files made of it. */
import { join } from 'node:path'
import { partOf, provide } from '#common/process-state'
import type { BuiltSeries } from '#shared/asset/series-content'

declare module '#common/process-state' {
  interface ProcessState {
    /** Folder of the build's files for the server. */
    seriesFolder: string
  }
}

/** The series that the build lists; none without a build. */
export async function readBuiltSeries(serverFolder: string): Promise<BuiltSeries[]> {
  const list = Bun.file(join(serverFolder, 'series.json'))
  return (await list.exists()) ? list.json() : []
}

/** Names the folder that {@link isIllustrative} reads. */
export const openBuiltSeries = (serverFolder: string): void => provide({ seriesFolder: serverFolder })

/** Whether the site marks a series as invented. */
export async function isIllustrative(symbol: string): Promise<boolean> {
  const all = await readBuiltSeries(partOf('seriesFolder'))
  return all.some((series) => series.symbol === symbol && series.illustrative)
}
