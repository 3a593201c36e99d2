/** `bun site/build/reports/command.ts [content folder] [output folder]` */

import { ContentError } from './front-matter.ts'
import { buildReports } from './index.ts'

const [contentDir = 'content', outDir = '.cache/reports'] = process.argv.slice(2)

try {
  await buildReports({ contentDir, outDir })
} catch (error) {
  if (!(error instanceof ContentError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
