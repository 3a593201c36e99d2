import { join } from 'node:path'
import { close, createIndex } from 'pagefind'
import { siteAddress } from '#contract/site-manifest'
import { listPages, writeInto } from './files.ts'

/** Pagefind's own screens, which the site does not use. */
const isUnused = (path: string): boolean => /-(ui|highlight)\b/.test(path)

/**
 * What a table names in its first column is what its rows are about, above all in the glossary: there a
 * word counts four times as much. Only the indexed copy of a page carries the attribute.
 */
const weighFirstColumn = (html: string): string =>
  html.replace(/<tr>\s*<td\b/g, (start) => `${start} data-pagefind-weight="4"`)

/**
 * Indexes the pages for the search dialog, under the addresses they are served at.
 * Pages say what of them is indexed: `data-pagefind-body`.
 */
export async function writeSearchIndex(site: string): Promise<void> {
  const { index, errors } = await createIndex()
  if (!index) throw new Error(`Search index: ${errors.join('; ')}`)
  try {
    for (const path of await listPages(site)) {
      const content = await Bun.file(join(site, path)).text()
      if (!content.includes('data-pagefind-body')) continue
      const added = await index.addHTMLFile({ url: siteAddress(path), content: weighFirstColumn(content) })
      if (added.errors.length > 0) throw new Error(`Search index: ${path}: ${added.errors.join('; ')}`)
    }
    const { files, errors: failures } = await index.getFiles()
    if (failures.length > 0) throw new Error(`Search index: ${failures.join('; ')}`)
    for (const { path, content } of files) {
      if (!isUnused(path)) await writeInto(join(site, 'pagefind', path), content)
    }
  } finally {
    await close()
  }
}
