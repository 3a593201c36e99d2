import type { Heading, Nodes, Parents, RootContent } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { ContentError } from './front-matter.ts'

const parser = unified().use(remarkParse).use(remarkGfm)

/** Printable node types, and the messages for all others. */
const settable = new Set<Nodes['type']>([
  'root',
  'heading',
  'paragraph',
  'text',
  'strong',
  'emphasis',
  'delete',
  'inlineCode',
  'link',
  'break',
  'list',
  'listItem',
  'blockquote',
  'table',
  'tableRow',
  'tableCell',
  'thematicBreak',
])
const rejections: Partial<Record<Nodes['type'], string>> = {
  html: 'HTML and components cannot be set on paper; write "&lt;" for a plain <',
  image: 'pictures are not part of a report yet',
  code: 'blocks of code are not part of a report',
  footnoteReference: 'footnotes are not part of a report; say it in the text',
  definition: 'write the address into the link itself: [text](https://…)',
}

/** Parses the body of a report. Throws a ContentError with file and line for anything that cannot be printed. */
export function parseReportBody(file: string, body: string, bodyLine: number): RootContent[] {
  const root = parser.parse('\n'.repeat(bodyLine - 1) + body)
  const mistakes: string[] = []
  visit(root, (node) => {
    const mistake = findMistake(node)
    const line = node.position?.start.line ?? bodyLine
    if (mistake) mistakes.push(`line ${line}: ${mistake}`)
  })
  if (!root.children.some(isSectionHeading)) {
    mistakes.push('the body needs at least one section, a heading that begins with ##')
  }
  if (mistakes.length > 0) throw new ContentError(file, [...new Set(mistakes)])
  return root.children
}

/** A second-level heading begins a section: it is numbered and listed in the table of contents. */
export function isSectionHeading(node: Nodes): node is Heading {
  return node.type === 'heading' && node.depth === 2
}

/** The text of a node without its emphasis. */
export function plainText(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value
  if (node.type === 'break') return ' '
  return isParent(node) ? node.children.map(plainText).join('') : ''
}

function findMistake(node: Nodes): string | undefined {
  if (!settable.has(node.type)) return rejections[node.type] ?? `"${node.type}" cannot be set on paper`
  if (node.type === 'heading' && node.depth !== 2 && node.depth !== 3) {
    return 'headings are ## for a section and ### within it; the title is drawn from the front matter'
  }
  if (node.type === 'link' && !/^(https?:|mailto:)/.test(node.url)) {
    return `the link "${node.url}" leads nowhere on paper; write a full address that begins with https://`
  }
  if (node.type === 'listItem' && typeof node.checked === 'boolean') {
    return 'task lists are not part of a report; use a plain list'
  }
  return undefined
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node)
  if (isParent(node) && settable.has(node.type)) for (const child of node.children) visit(child, see)
}

function isParent(node: Nodes): node is Parents {
  return 'children' in node
}
