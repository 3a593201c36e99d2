import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const page = { title: 'Sample', description: 'A page', content: '<p>Text</p>', last_updated: '2026-11-22' }

/** Folders of a site that has these documentation pages and nothing else, for `startTestApp`. */
export async function createSiteFolders(slugs: readonly string[]) {
  const serverFolder = await mkdtemp(join(tmpdir(), 'lodefield-pages-'))
  const docs = Object.fromEntries(slugs.map((slug) => [slug, page]))
  await writeFile(join(serverFolder, 'content.json'), JSON.stringify({ docs, legal: {} }))
  return { siteFolder: join(serverFolder, 'site'), serverFolder }
}
