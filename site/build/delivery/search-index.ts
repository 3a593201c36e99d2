import { join } from 'node:path'
import { close, createIndex } from 'pagefind'
import { listPages, writeWhole } from '#build/files'
import { siteAddress } from '#contract/site-manifest'

/** Pagefind's own UI, which the site does not use. */
const isUnused = (path: string): boolean => /-(ui|highlight)\b/.test(path)

/**
 * The first column of a table usually names the topic of its rows, above all in the glossary: its words get four
 * times the weight. Only the indexed copy of a page has the attribute.
 */
const weighFirstColumn = (html: string): string =>
  html.replace(/<tr>\s*<td\b/g, (start) => `${start} data-pagefind-weight="4"`)

/**
 * Indexes the pages for the search dialog, under the URLs they are served at. Pages mark the indexed part with
 * `data-pagefind-body`.
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
      if (!isUnused(path)) await writeWhole(join(site, 'pagefind', path), content)
    }
  } finally {
    await close()
  }
}
