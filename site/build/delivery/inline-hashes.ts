import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { listPages } from '#build/file-utils'
import type { InlineHashes } from '#contract/security-headers'

/** The styles that the chart library (apexcharts 4.7.0) adds to a page: one for all charts, one for each legend. */
export const chartStyles = [
  'sha256-TBymqJXQvXKxe+z+3ydUYBErlkFFu110c5FjiVB8p+M=',
  'sha256-aSysLrDECVdJ6L+jLf8CC5QKLmwRuk/OZiZk9mYky8A=',
]

const element = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g

/** Files and data, to which the policy does not apply. */
const isNotInline = /\bsrc=|\btype="application\/(ld\+)?json"/

const hashText = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** The hashes of one page's inline elements, and its attributes that the policy would block. */
export function extractInlineHashes(html: string): {
  scripts: Set<string>
  styles: Set<string>
  blocked: string[]
} {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const [, name, attributes = '', text = ''] of html.matchAll(element)) {
    if (!isNotInline.test(attributes)) (name === 'script' ? scripts : styles).add(hashText(text))
  }
  const blocked: string[] = []
  const collectBlocked = ({ tagName, attributes }: HTMLRewriterTypes.Element) => {
    for (const [name] of attributes) if (/^(style|on[a-z]+)$/.test(name)) blocked.push(`<${tagName} ${name}>`)
  }
  new HTMLRewriter().on('*', { element: collectBlocked }).transform(html)
  return { scripts, styles, blocked }
}

/**
 * Hashes of the inline scripts and styles of all pages, for a common policy. Throws if a page has `style` or `on…`
 * attributes, which no hash can allow.
 */
export async function collectInlineHashes(site: string): Promise<InlineHashes> {
  const scripts = new Set<string>()
  const styles = new Set(chartStyles)
  for (const path of await listPages(site)) {
    const found = extractInlineHashes(await Bun.file(join(site, path)).text())
    const blocked = [...new Set(found.blocked)].join(', ')
    if (blocked) throw new Error(`The content security policy blocks attributes in ${path}: ${blocked}`)
    for (const hash of found.scripts) scripts.add(hash)
    for (const hash of found.styles) styles.add(hash)
  }
  return { scripts: [...scripts].sort(), styles: [...styles].sort() }
}
