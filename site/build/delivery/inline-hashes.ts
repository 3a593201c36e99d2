import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { InlineHashes } from '#contract/security-headers'
import { listPages } from './files.ts'

/** Script types that a browser runs; anything else is data, to which the policy does not apply. */
const isRun = (type: string | null): boolean =>
  !type || /^(module|importmap|speculationrules|(text|application)\/(java|ecma)script)$/i.test(type.trim())

/** The CSP source of an inline element with this text. */
export const sourceHash = (text: string): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`

/** The hashes of one page's inline elements, and its attributes that the policy would block. */
export function readInline(html: string): { scripts: Set<string>; styles: Set<string>; blocked: string[] } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const blocked: string[] = []
  let text: string | undefined
  const collect = (into: Set<string>) => ({
    element(element: HTMLRewriterTypes.Element) {
      const inline =
        element.tagName === 'style' || (!element.hasAttribute('src') && isRun(element.getAttribute('type')))
      text = inline ? '' : undefined
      if (!inline) return
      element.onEndTag(() => {
        if (text !== undefined) into.add(sourceHash(text))
        text = undefined
      })
    },
    text(chunk: HTMLRewriterTypes.Text) {
      if (text !== undefined) text += chunk.text
    },
  })
  new HTMLRewriter()
    .on('script', collect(scripts))
    .on('style', collect(styles))
    .on('*', {
      element(element) {
        for (const [name] of element.attributes) {
          if (name === 'style' || /^on[a-z]+$/.test(name)) blocked.push(`<${element.tagName} ${name}>`)
        }
      },
    })
    .transform(html)
  return { scripts, styles, blocked }
}

/**
 * Hashes of every inline script and style of all pages, for one common policy. Throws when a page has `style` or
 * `on…` attributes, which no hash can allow.
 */
export async function collectInlineHashes(site: string): Promise<InlineHashes> {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const blocked: string[] = []
  for (const path of await listPages(site)) {
    const found = readInline(await Bun.file(join(site, path)).text())
    for (const hash of found.scripts) scripts.add(hash)
    for (const hash of found.styles) styles.add(hash)
    if (found.blocked.length > 0) blocked.push(`${path}: ${[...new Set(found.blocked)].join(', ')}`)
  }
  if (blocked.length > 0) {
    throw new Error(`The content security policy blocks these attributes:\n  ${blocked.join('\n  ')}`)
  }
  return { scripts: [...scripts].sort(), styles: [...styles].sort() }
}
