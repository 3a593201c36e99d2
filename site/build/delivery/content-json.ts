/**
 * The text of the documentation and legal pages as plain HTML, for `GET /docs/{slug}` and `GET /legal/{slug}`. It is
 * extracted from the built pages, so that the two can never differ.
 */
import { join } from 'node:path'
import { parse } from 'yaml'
import { listPages, writeFileAtomic } from '#build/file-utils'
import type { DocsPage, LegalPage } from '#contract/catalog/pages'

interface Contents {
  docs: Record<string, Omit<DocsPage, 'slug'>>
  legal: Record<string, Omit<LegalPage, 'slug'>>
}

/** Elements without meaning outside the page: scripts, icons, and all controls. */
const noContent =
  'script, style, template, noscript, dialog, form, search, button, input, select, textarea, svg, [hidden], [role=tablist], [data-content-skip]'

/** Astro's wrappers around the server-rendered markup of an island. */
const wrappers = 'astro-island, astro-slot, astro-static-slot'

/** Attributes that are meaningful without our style sheets. */
const keptAttributes = new Set(
  'id href title alt src width height colspan rowspan scope datetime lang dir start reversed value open cite abbr'.split(
    ' ',
  ),
)

const START = '<content-start/>'
const END = '<content-end/>'

/** The cleaned HTML inside the element marked `data-content`; `undefined` if a page has none. */
export function extractContent(html: string): string | undefined {
  const rewriter = new HTMLRewriter()
    .on('[data-content]', {
      element(element) {
        element.prepend(START, { html: true })
        element.append(END, { html: true })
      },
    })
    .on('[data-content] *', {
      element(element) {
        for (const [name] of [...element.attributes]) {
          if (!keptAttributes.has(name) && name !== 'aria-label') element.removeAttribute(name)
        }
      },
    })
  // Elements are removed based on the attributes of the built page, so this pass precedes the one that drops
  // attributes.
  const cleared = new HTMLRewriter()
    .on(noContent, { element: (element) => void element.remove() })
    .onDocument({ comments: (comment) => void comment.remove() })
    .on(wrappers, { element: (element) => void element.removeAndKeepContent() })
    .transform(html)
  const marked = rewriter.transform(cleared)
  const start = marked.indexOf(START)
  const end = marked.lastIndexOf(END)
  if (start < 0 || end < 0) return undefined
  return dropEmptyBoxes(marked.slice(start + START.length, end))
    .replace(/\n\s*\n+/g, '\n')
    .trim()
}

/** Boxes that contained only removed elements, from the inside out. */
function dropEmptyBoxes(html: string): string {
  const dropped = html.replace(/<(div|span|p)>\s*<\/\1>/g, '')
  return dropped === html ? html : dropEmptyBoxes(dropped)
}

interface FrontMatter {
  title: string
  description: string
  updated: string
}

async function readFrontMatter(root: string, folder: string, slug: string): Promise<FrontMatter | undefined> {
  const file = Bun.file(join(root, 'content', folder, `${slug}.mdx`))
  if (!(await file.exists())) return undefined
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(await file.text())
  // The core schema parses a calendar date as a string.
  return block ? (parse(block[1] ?? '', { schema: 'core' }) as FrontMatter) : undefined
}

/** Writes `content.json` for the server. Throws if a page has no marked element or its source is missing. */
export async function writeContents(root: string, site: string, server: string): Promise<void> {
  const contents: Contents = { docs: {}, legal: {} }
  for (const path of await listPages(site)) {
    const [, folder, slug] = /^(docs|legal)\/([a-z0-9-]+)\.html$/.exec(path) ?? []
    if ((folder !== 'docs' && folder !== 'legal') || !slug || slug === '404') continue
    // The privacy policy has two URLs and one source, a legal page.
    const matter = (await readFrontMatter(root, folder, slug)) ?? (await readFrontMatter(root, 'legal', slug))
    if (!matter) throw new Error(`${path}: there is no content/${folder}/${slug}.mdx`)
    const content = extractContent(await Bun.file(join(site, path)).text())
    if (content === undefined) throw new Error(`${path}: no element is marked data-content`)
    const page = { title: matter.title, content, last_updated: String(matter.updated) }
    if (folder === 'docs') contents.docs[slug] = { ...page, description: matter.description }
    else contents.legal[slug] = page
  }
  await writeFileAtomic(join(server, 'content.json'), JSON.stringify(contents))
}
