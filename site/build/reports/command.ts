/** `bun site/build/reports/command.ts [content folder] [output folder] [cache folder]` */

import { ContentError } from './front-matter.ts'
import { buildReports } from './index.ts'

const [contentDir = 'content', outDir = '.cache/reports', cacheDir = '.cache'] = process.argv.slice(2)

try {
  await buildReports({ contentDir, outDir, cacheDir })
} catch (error) {
  if (!(error instanceof ContentError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
