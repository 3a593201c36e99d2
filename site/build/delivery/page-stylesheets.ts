import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Selector, transform } from 'lightningcss'
import { hashParts, listPages, writeFileAtomic } from '#build/file-utils'

/** A link to a style sheet of the build. */
const sheetLink = /<link rel="stylesheet" href="(\/_astro\/[^"]+\.css)">/g

/** The rule that Astro writes before the first island of a page, wherever that is. */
const islandRule = /<style>astro-island[^<]*<\/style>/g

/** The attribute with which Astro marks a component's elements and rules. */
const scopeName = /\bdata-astro-cid-[a-z0-9]+/g

/** The style sheet of the whole site, which browsers cache across pages. */
const isShared = (path: string): boolean => path.startsWith('/_astro/theme.')

/** Whether a page with these scopes can contain an element that matches the selector. */
const canMatch = (selector: Selector, scopes: Set<string>): boolean =>
  selector.every(
    (part) => part.type !== 'attribute' || !part.name.startsWith('data-astro-cid-') || scopes.has(part.name),
  )

/** The style sheet without the rules of components that are not on the page. */
export function pruneStylesheet(css: string, html: string): string {
  const scopes = new Set(html.match(scopeName))
  const filename = 'page.css'
  const { code } = transform({
    filename,
    code: new TextEncoder().encode(css),
    visitor: {
      Rule: {
        style: (rule) =>
          rule.value.selectors.some((selector) => canMatch(selector, scopes)) ? undefined : [],
      },
    },
  })
  // A second pass, which removes media queries that are left empty.
  return new TextDecoder().decode(transform({ filename, code, minify: true }).code)
}

/**
 * Gives the page one style sheet in addition to the shared one, replacing Astro's many links, which cover every
 * component that any page of a route may contain. `read` returns the text of a style sheet; `write` stores the new one
 * and returns its URL.
 */
export async function mergePageStylesheets(
  html: string,
  read: (path: string) => Promise<string>,
  write: (css: string) => Promise<string>,
): Promise<string> {
  const paths = [...html.matchAll(sheetLink)].map(([, path = '']) => path)
  const own = [...new Set(paths)].filter((path) => !isShared(path))
  if (own.length === 0 || html.includes(' client="only"')) return html
  const css = pruneStylesheet((await Promise.all(own.map(read))).join('\n'), html)
  const links = [...paths.filter(isShared), await write(css)].map(
    (path) => `<link rel="stylesheet" href="${path}">`,
  )
  // All links move to the position of the first, in the head; the shared style sheet comes first because it defines the
  // order of the layers.
  let isFirst = true
  return html.replaceAll(sheetLink, () => {
    if (!isFirst) return ''
    isFirst = false
    return links.join('')
  })
}

/** Moves the islands' rule into the head, where HTML allows a style element. */
export function moveIslandRule(html: string): string {
  const [style] = html.match(islandRule) ?? []
  return style ? html.replaceAll(islandRule, '').replace('</head>', () => `${style}</head>`) : html
}

/**
 * Does both in every page of the built site. Pages whose React parts load their own style sheets by name keep their
 * links.
 */
export async function mergeStylesheets(site: string): Promise<void> {
  for (const path of await listPages(site)) {
    const file = join(site, path)
    const html = await Bun.file(file).text()
    const moved = moveIslandRule(html)
    const joined = await mergePageStylesheets(
      moved,
      (sheet) => Bun.file(join(site, sheet)).text(),
      async (css) => {
        const address = `/_astro/page.${hashParts(css).slice(0, 8)}.css`
        if (!existsSync(join(site, address))) await writeFileAtomic(join(site, address), css)
        return address
      },
    )
    if (joined !== html) await Bun.write(file, joined)
  }
}
