import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listFiles } from '#build/file-utils'

async function copyFiles(from: string, to: string, wanted: (path: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const path of (await listFiles(from)).filter(wanted)) await copyFile(join(from, path), join(to, path))
}

/** Copies the images of the reports' first pages into the site. */
export const publishPreviews = (cache: string, site: string): Promise<void> =>
  copyFiles(join(cache, 'reports'), join(site, 'previews'), (path) => path.endsWith('.webp'))

/** Copies the reports and their list to the server's files. */
export async function publishReports(cache: string, server: string): Promise<void> {
  await copyFiles(join(cache, 'reports'), join(server, 'reports'), (path) => path.endsWith('.pdf'))
  await copyFile(join(cache, 'reports/reports.json'), join(server, 'reports.json'))
}

/** Copies the files of the series and their list to the server's files. */
export async function publishSeries(cache: string, server: string): Promise<void> {
  await copyFiles(join(cache, 'series'), join(server, 'series'), (path) => path.endsWith('.pdf'))
  await copyFile(join(cache, 'series/series.json'), join(server, 'series.json'))
}
