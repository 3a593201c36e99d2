import { join } from 'node:path'
import { listPages } from './files.ts'

/** The rule that Astro writes before the first island of a page, wherever that is. */
const rule = /<style>astro-island[^<]*<\/style>/g

/** Moves the rule into the head, where HTML allows a style sheet. */
export function moveIslandStyle(html: string): string {
  const [style] = html.match(rule) ?? []
  return style ? html.replaceAll(rule, '').replace('</head>', () => `${style}</head>`) : html
}

/** Does the same in every page of the built site. */
export async function moveIslandStyles(site: string): Promise<void> {
  for (const path of await listPages(site)) {
    const file = join(site, path)
    const html = await Bun.file(file).text()
    const moved = moveIslandStyle(html)
    if (moved !== html) await Bun.write(file, moved)
  }
}
