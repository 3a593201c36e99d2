import { join } from 'node:path'
import { partOf, provide } from '#common/process-state'
import type { DocsPage, LegalPage } from '#contract/pages'
import { Problem } from '#contract/problem'

interface Content {
  docs: Record<string, Omit<DocsPage, 'slug'>>
  legal: Record<string, Omit<LegalPage, 'slug'>>
}

declare module '#common/process-state' {
  interface ProcessState {
    /** The pages of the built site. */
    pages: Content
  }
}

/** Reads the pages written by the build of the site; without a build there are none. */
export async function openPages(folder: string): Promise<void> {
  const file = Bun.file(join(folder, 'content.json'))
  provide({ pages: (await file.exists()) ? ((await file.json()) as Content) : { docs: {}, legal: {} } })
}

/** A documentation page. Throws `not_found`. */
export function readDocsPage(slug: string): DocsPage {
  const { docs } = partOf('pages')
  const page = Object.hasOwn(docs, slug) ? docs[slug] : undefined
  if (!page) throw new Problem('not_found', "The documentation page you're looking for doesn't exist.")
  return { slug, ...page }
}

/** A legal page. Throws `not_found`. */
export function readLegalPage(slug: string): LegalPage {
  const { legal } = partOf('pages')
  const page = Object.hasOwn(legal, slug) ? legal[slug] : undefined
  if (!page) throw new Problem('not_found', "The legal page you're looking for doesn't exist.")
  return { slug, ...page }
}
