import type { BlockContent, Blockquote, List, PhrasingContent, RootContent } from 'mdast'
import { palette } from '#shared/brand'
import type { TagType } from '#shared/pdf/pdf-tags'
import { addBookmark, type DrawingContext, drawLabel, drawRule } from './drawing-context.ts'
import { isSectionHeading, plainText } from './markdown.ts'
import { type Block, groupBlocks, tagBlocks } from './paginate.ts'
import { formatSectionNumber } from './report-labels.ts'
import {
  getLineHeight,
  measureWidth,
  page,
  type Setting,
  settings,
  textLeft,
  textWidth,
  wideWidth,
} from './report-style.ts'
import { layOutTable } from './table-layout.ts'
import { breakBalancedLines, breakLines, drawLines, toRuns } from './text-layout.ts'

/** Where and how the text of a block is set. */
interface Frame {
  x: number
  width: number
  setting: Setting
}

type Content = string | readonly PhrasingContent[]

/** A text as one block. */
export function layOutText(
  pen: DrawingContext,
  content: Content,
  { x, width, setting }: Frame,
  tag?: TagType,
  gap = 0,
): Block {
  const lines = breakLines(pen.set, toRuns(content, setting), width)
  const block = {
    height: lines.length * getLineHeight(setting),
    gap,
    draw: (y: number) => drawLines(pen, lines, setting, { x, y }),
  }
  return (tag && tagBlocks(pen.tags, tag, [block])[0]) ?? block
}

/** A paragraph that may continue on the next page, with at least two lines on each. */
function layOutParagraph(
  pen: DrawingContext,
  content: Content,
  { x, width, setting }: Frame,
  leads: boolean,
): Block[] {
  const lines = breakLines(pen.set, toRuns(content, setting), width)
  const inner = lines.slice(2, -2).map((line) => [line])
  const parts = lines.length < 4 || leads ? [lines] : [lines.slice(0, 2), ...inner, lines.slice(-2)]
  const blocks = parts.map((part, position) => ({
    height: part.length * getLineHeight(setting),
    gap: position === parts.length - 1 ? 7.5 : 0,
    draw: (y: number) => drawLines(pen, part, setting, { x, y }),
    leads,
  }))
  return tagBlocks(pen.tags, 'P', blocks)
}

const indent = 18

function layOutList(pen: DrawingContext, list: List, frame: Frame): Block[] {
  const { setting } = frame
  const first = list.start ?? 1
  // Items without blank lines between them are closer together than paragraphs.
  const gap = list.spread ? 7.5 : 4
  const items = list.children.map((item, position): Block => {
    const inner = { ...frame, x: frame.x + indent, width: frame.width - indent }
    const text = groupBlocks(item.children.flatMap((child) => layOutBlock(pen, child, inner)))
    const drawMarker = (y: number) => {
      if (list.ordered)
        return drawLabel(pen, String(first + position), settings.itemNumber, frame.x, y, setting)
      const { document } = pen
      const top = y + setting.size * 0.7
      pen.tags.content(() => document.rect(frame.x, top, 7, 1).fill(palette.accentText))
    }
    const draw = (y: number) => {
      pen.tags.group('LI', () => {
        pen.tags.group('Lbl', () => drawMarker(y))
        pen.tags.group('LBody', () => text.draw(y))
      })
    }
    return { height: text.height, gap: position === list.children.length - 1 ? 7.5 : gap, draw }
  })
  return tagBlocks(pen.tags, 'L', items)
}

const quoteInset = 16

function layOutQuote(pen: DrawingContext, quote: Blockquote): Block {
  const inner = {
    x: textLeft + quoteInset + 2,
    width: textWidth - 2 * quoteInset - 2,
    setting: settings.quote,
  }
  const text = groupBlocks(quote.children.flatMap((child) => layOutBlock(pen, child, inner)))
  const height = 2 + 11 + text.height + 10
  const draw = (y: number) => {
    pen.tags.decoration(() => {
      pen.document.rect(textLeft, y + 2, textWidth, height - 2).fill(palette.paper)
      pen.document.rect(textLeft, y + 2, 2, height - 2).fill(palette.lineStrong)
    })
    pen.tags.group('BlockQuote', () => text.draw(y + 13))
  }
  return { height, gap: 12, draw }
}

/** One Markdown block that is neither a section nor a table, with its content. */
function layOutBlock(
  pen: DrawingContext,
  block: RootContent | BlockContent,
  frame: Frame,
  leads = false,
): Block[] {
  switch (block.type) {
    case 'heading': {
      const text = layOutText(pen, block.children, { ...frame, setting: settings.subsection }, 'H3', 4)
      return [{ ...text, height: text.height + 8, draw: (y) => text.draw(y + 8), leads: true }]
    }
    case 'paragraph':
      return layOutParagraph(pen, block.children, frame, leads)
    case 'list':
      return layOutList(pen, block, frame)
    case 'blockquote':
      return [layOutQuote(pen, block)]
    case 'thematicBreak':
      return [{ height: 6, gap: 14, draw: (y) => drawRule(pen, frame.x, y + 6, frame.width) }]
    default:
      return []
  }
}

/** Name of a section's destination in the file, for the table of contents. */
export const destinationOf = (position: number): string => `section-${position + 1}`

function layOutSection(pen: DrawingContext, title: string, position: number): Block {
  const setting = settings.section
  const lines = breakBalancedLines(pen.set, toRuns(title, setting), measureWidth)
  const draw = (y: number) => {
    addBookmark(pen, title, y)
    pen.document.addNamedDestination(destinationOf(position), 'XYZ', page.margin, y, null)
    drawRule(pen, page.margin, y, wideWidth, true)
    pen.tags.group('H2', () => {
      drawLabel(pen, `${formatSectionNumber(position)} `, settings.number, page.margin, y + 13, setting)
      drawLines(pen, lines, setting, { x: textLeft, y: y + 13 })
    })
  }
  return { height: 13 + lines.length * getLineHeight(setting), gap: 8, draw, leads: true, isSection: true }
}

/** Space above a section, in addition to the previous block's; omitted at the top of a page. */
const sectionGap = 22

/** The body of the report: every Markdown block, in the text column. */
export function layOutBody(pen: DrawingContext, file: string, blocks: readonly RootContent[]): Block[] {
  const sections = blocks.filter(isSectionHeading)
  const frame = { x: textLeft, width: measureWidth, setting: settings.text }
  return blocks.flatMap((block, position) => {
    const next = blocks[position + 1]
    const leads = next?.type === 'list' || next?.type === 'table'
    const laid = isSectionHeading(block)
      ? [layOutSection(pen, plainText(block), sections.indexOf(block))]
      : block.type === 'table'
        ? layOutTable(pen, file, block)
        : layOutBlock(pen, block, frame, block.type === 'paragraph' && leads)
    const last = laid.at(-1)
    if (!last || !next || !isSectionHeading(next)) return laid
    return [...laid.slice(0, -1), { ...last, gap: last.gap + sectionGap }]
  })
}
