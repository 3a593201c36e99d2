import { type CollectionEntry, getCollection } from 'astro:content'
import { documentGroups } from './content-schemas.ts'

export interface PageLink {
  href: string
  label: string
}

const byOrder = (a: { data: { order: number } }, b: { data: { order: number } }) =>
  a.data.order - b.data.order

/** Items of a YAML list, in file order. */
export async function listItems<Name extends 'questions' | 'guides'>(
  name: Name,
): Promise<CollectionEntry<Name>[]> {
  return (await getCollection(name)).sort((a, b) => a.data.position - b.data.position)
}

/**
 * Reads a list once per build, during which it cannot change, because Astro copies every entry for each caller and each
 * of a thousand pages would read a thousand. The returned list is shared, so it must not be mutated.
 */
function onceABuild<Entry>(read: () => Promise<Entry[]>): () => Promise<readonly Entry[]> {
  let entries: Promise<readonly Entry[]> | undefined
  return () => {
    if (!import.meta.env.PROD) return read()
    entries ??= read()
    return entries
  }
}

/** Every documentation page, in front matter order. */
export const listDocs = onceABuild(async () => (await getCollection('docs')).sort(byOrder))

/** Every legal page, in front matter order. */
export const listLegal = onceABuild(async () => (await getCollection('legal')).sort(byOrder))

/** The entries of the Documentation menu: the pages marked `nav`, then the terms and the privacy policy. */
export async function listMenuPages(): Promise<PageLink[]> {
  const docs = (await listDocs()).filter((page) => page.data.nav)
  const legal = (await listLegal()).filter((page) => ['terms-of-service', 'privacy-policy'].includes(page.id))
  return [
    ...docs.map((page) => ({ href: `/docs/${page.id}`, label: page.data.title })),
    ...legal.map((page) => ({ href: `/legal/${page.id}`, label: page.data.title })),
  ]
}

export interface PageGroup {
  title: string
  pages: PageLink[]
}

/** Every page that names its group, by group; the legal pages come last. */
export const listPageGroups = onceABuild(async (): Promise<PageGroup[]> => {
  const docs = await listDocs()
  const legal = await listLegal()
  return [
    ...documentGroups.map((title) => ({
      title,
      pages: docs
        .filter((page) => page.data.group === title)
        .map((page) => ({ href: `/docs/${page.id}`, label: page.data.title })),
    })),
    {
      title: 'Legal',
      pages: legal.map((page) => ({ href: `/legal/${page.id}`, label: page.data.title })),
    },
  ].filter(({ pages }) => pages.length > 0)
})

/** The five pages that every generic documentation page links to. */
export async function listRelated(): Promise<CollectionEntry<'docs'>[]> {
  const related = [
    'investment-prospectus',
    'performance-analytics',
    'compliance-reports',
    'audit-reports',
    'resource-center',
  ]
  return (await listDocs()).filter((page) => related.includes(page.id))
}

/** A calendar date in short form for narrow columns: Nov 2, 2026. */
export function formatShortDate(date: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}
