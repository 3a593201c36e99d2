import { join } from 'node:path'
import { getService, provideServices } from '#common/service-container'
import type { DocsPage, LegalPage } from '#contract/catalog/pages'
import { Problem } from '#contract/problem'

interface Content {
  docs: Record<string, Omit<DocsPage, 'slug'>>
  legal: Record<string, Omit<LegalPage, 'slug'>>
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** The pages of the built site. */
    pages: Content
  }
}

/** Reads the pages written by the build of the site; without a build there are none. */
export async function loadPages(folder: string): Promise<void> {
  const file = Bun.file(join(folder, 'content.json'))
  provideServices({
    pages: (await file.exists()) ? ((await file.json()) as Content) : { docs: {}, legal: {} },
  })
}

/** A documentation page. Throws `not_found`. */
export function getDocsPage(slug: string): DocsPage {
  const { docs } = getService('pages')
  const page = Object.hasOwn(docs, slug) ? docs[slug] : undefined
  if (!page) throw new Problem('not_found', "The documentation page you're looking for doesn't exist.")
  return { slug, ...page }
}

/** A legal page. Throws `not_found`. */
export function getLegalPage(slug: string): LegalPage {
  const { legal } = getService('pages')
  const page = Object.hasOwn(legal, slug) ? legal[slug] : undefined
  if (!page) throw new Problem('not_found', "The legal page you're looking for doesn't exist.")
  return { slug, ...page }
}
