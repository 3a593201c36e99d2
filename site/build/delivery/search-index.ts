import { join } from 'node:path'
import { close, createIndex } from 'pagefind'
import { listPages, writeFileAtomic } from '#build/file-utils'
import { getSitePath } from '#contract/site-manifest'
import { accountEntries } from './account-entries.ts'
import type { SearchEntry } from './offering-entries.ts'
import {
  addHeadingIds,
  addHeadingWeights,
  addQuestionHeadings,
  addReportHeadings,
  listTerms,
  removePlaceholders,
  separateElements,
} from './search-entries.ts'

/** Pagefind's own UI, which the site does not use. */
const isUnused = (path: string): boolean => /-(ui|highlight)\b/.test(path)

/** The page whose table rows are also entries of the search index. */
const GLOSSARY = '/docs/glossary'

/**
 * Indexes the pages, the glossary terms and other entries for the search dialog, under the URLs at which they are
 * served. Pages mark the indexed part with `data-pagefind-body`.
 */
export async function writeSearchIndex(site: string, others: readonly SearchEntry[] = []): Promise<void> {
  const { index, errors } = await createIndex()
  if (!index) throw new Error(`Search index: ${errors.join('; ')}`)
  const add = async (url: string, content: string) => {
    const added = await index.addHTMLFile({ url, content })
    if (added.errors.length > 0) throw new Error(`Search index: ${url}: ${added.errors.join('; ')}`)
  }
  try {
    for (const path of await listPages(site)) {
      const content = await Bun.file(join(site, path)).text()
      if (!content.includes('data-pagefind-body')) continue
      const url = getSitePath(path)
      await add(
        url,
        addHeadingWeights(
          separateElements(
            removePlaceholders(addReportHeadings(addQuestionHeadings(addHeadingIds(content)))),
          ),
        ),
      )
      if (url !== GLOSSARY) continue
      for (const term of listTerms(content)) await add(`${url}${term.fragment}`, term.content)
    }
    for (const { url, content } of [...accountEntries, ...others]) await add(url, content)
    const { files, errors: failures } = await index.getFiles()
    if (failures.length > 0) throw new Error(`Search index: ${failures.join('; ')}`)
    for (const { path, content } of files) {
      if (!isUnused(path)) await writeFileAtomic(join(site, 'pagefind', path), content)
    }
  } finally {
    await close()
  }
}
