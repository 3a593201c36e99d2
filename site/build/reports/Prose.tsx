import { Link, type Styles, Text } from '@react-pdf/renderer'
import type { PhrasingContent } from 'mdast'
import type { ReactNode } from 'react'
import { palette } from '#shared/brand'
import { type Face, measureText } from './fonts.ts'
import { chooseBalancedBreaks, chooseBreaks } from './line-breaks.ts'
import { codeScale, type Setting, styles, toStyle } from './style.ts'

export interface ProseProps {
  nodes: PhrasingContent[]
  setting: Setting
  /** Width of a line in points. */
  width: number
  /** Lines of equal length, for headings. */
  isBalanced?: boolean
  style?: Styles[string]
  minPresenceAhead?: number
}

/**
 * Text with its emphasis, broken into lines here: the PDF writer's own line breaking squeezes the spaces of ragged
 * lines and leaves single words on the last line.
 */
export function Prose({ nodes, setting, width, isBalanced = false, style = {}, ...rest }: ProseProps) {
  const breaks = findBreaks(nodes, setting, width, isBalanced ? chooseBalancedBreaks : chooseBreaks)
  return (
    <Text
      style={[toStyle(setting), { color: palette.ink }, roomFor(setting, width, style), style]}
      orphans={2}
      widows={2}
      {...rest}
    >
      {renderNodes(nodes, setting.size, createBreaker(breaks))}
    </Text>
  )
}

/** The PDF writer counts the line end as part of the width: this adds room for it outside the box. */
function roomFor({ size }: Setting, width: number, { textAlign }: Styles[string]) {
  return { width: width + size, ...(textAlign === 'right' ? { marginLeft: -size } : { marginRight: -size }) }
}

/** Plain text as a paragraph of one text node. */
export const asNodes = (value: string): PhrasingContent[] => [{ type: 'text', value }]

/** Number of lines of a text. */
export function countLines(nodes: PhrasingContent[], setting: Setting, width: number): number {
  const forced = nodes.filter((node) => node.type === 'break').length
  return findBreaks(nodes, setting, width, chooseBreaks).size + forced + 1
}

type Piece = { text: string; face: Face; scale: number }

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
const dayAndMonth = new RegExp(`(\\d) (?=${months})`, 'g')

/** Source line breaks are spaces, as in a browser; a day stays with its month. */
const toLine = (text: string) => text.replace(/\s+/g, ' ').replace(dayAndMonth, '$1\u00a0')

function flatten(node: PhrasingContent, face: Face, scale = 1): Piece[] {
  switch (node.type) {
    case 'text':
      return [{ text: toLine(node.value), face, scale }]
    case 'inlineCode':
      return [{ text: toLine(node.value), face: { family: 'mono', weight: 400 }, scale: codeScale }]
    case 'break':
      return [{ text: '\n', face, scale }]
    case 'strong':
      return node.children.flatMap((child) => flatten(child, { ...face, weight: 600 }, scale))
    case 'emphasis':
      return node.children.flatMap((child) => flatten(child, { ...face, style: 'italic' }, scale))
    case 'delete':
    case 'link':
      return node.children.flatMap((child) => flatten(child, face, scale))
    default:
      return []
  }
}

/** Indices of the spaces, over the whole text, that become line ends. */
function findBreaks(
  nodes: PhrasingContent[],
  setting: Setting,
  width: number,
  choose: typeof chooseBreaks,
): Set<number> {
  const { size, letterSpacing = 0 } = setting
  const lines: number[][] = [[0]]
  for (const { text, face, scale } of nodes.flatMap((node) => flatten(node, setting.face))) {
    for (const token of text.split(/([ \n])/)) {
      const words = lines.at(-1) ?? []
      if (token === '\n') lines.push([0])
      else if (token === ' ') words.push(0)
      else {
        const length = measureText(face, token, size * scale) + token.length * letterSpacing
        words.push((words.pop() ?? 0) + length)
      }
    }
  }
  const space = measureText(setting.face, ' ', size) + letterSpacing
  const breaks = new Set<number>()
  let passed = 0
  for (const words of lines) {
    for (const position of choose(words, space, width - 0.5)) breaks.add(passed + position)
    passed += words.length - 1
  }
  return breaks
}

/** Inserts line ends into texts that are passed to it in order. */
function createBreaker(breaks: Set<number>): (text: string) => string {
  let space = -1
  return (text) =>
    toLine(text).replace(/ /g, () => {
      space += 1
      return breaks.has(space) ? '\n' : ' '
    })
}

function renderNodes(
  nodes: PhrasingContent[],
  size: number,
  breakLines: (text: string) => string,
): ReactNode[] {
  return nodes.map((node) => {
    const key = node.position?.start.offset
    switch (node.type) {
      case 'text':
        return breakLines(node.value)
      case 'break':
        return '\n'
      case 'inlineCode':
        return (
          <Text key={key} style={[styles.code, { fontSize: size * codeScale }]}>
            {breakLines(node.value)}
          </Text>
        )
      case 'strong':
      case 'emphasis':
      case 'delete':
        return (
          <Text key={key} style={styles[node.type]}>
            {renderNodes(node.children, size, breakLines)}
          </Text>
        )
      case 'link':
        return (
          <Link key={key} src={node.url} style={styles.link}>
            {renderNodes(node.children, size, breakLines)}
          </Link>
        )
      default:
        return null
    }
  })
}
