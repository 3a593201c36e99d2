import { addBookmark, type DrawingContext, drawLabel, drawRule } from './drawing-context.ts'
import { layOutText } from './layout-blocks.ts'
import { type Block, tagBlocks } from './paginate.ts'
import { formatSectionNumber } from './report-labels.ts'
import { getBaseline, getLineHeight, page, settings, textLeft, textWidth, wideWidth } from './report-style.ts'

export interface ContentsEntry {
  title: string
  /** Name of the section's destination in the file. */
  destination: string
  page: number
}

/** Up to this many sections are listed in one column. */
const singleColumn = 6
const columnSpace = 28

function layOutHeading(pen: DrawingContext, title: string): Block {
  const frame = { x: page.margin, width: wideWidth, setting: settings.display }
  const text = layOutText(pen, title, frame, 'H2', 12)
  const draw = (y: number) => {
    addBookmark(pen, title, y)
    text.draw(y)
  }
  return { ...text, draw, leads: true }
}

function layOutFinding(pen: DrawingContext, finding: string, number: string): Block {
  const text = layOutText(pen, finding, { x: textLeft, width: textWidth, setting: settings.finding })
  const draw = (y: number) => {
    drawRule(pen, page.margin, y, wideWidth)
    pen.tags.group('LI', () => {
      pen.tags.group('Lbl', () =>
        drawLabel(pen, number, settings.number, page.margin, y + 11, settings.finding),
      )
      pen.tags.group('LBody', () => text.draw(y + 11))
    })
  }
  return { height: text.height + 22, gap: 0, draw }
}

/** One line of the table of contents, linked as a whole. */
function drawEntry(
  pen: DrawingContext,
  entry: ContentsEntry,
  number: string,
  x: number,
  y: number,
  width: number,
): void {
  const { set, tags } = pen
  const baseline = y + 4 + getBaseline(settings.entry)
  drawRule(pen, x, y, width)
  const area = { x, y, width, height: entryHeight }
  tags.begin('TOCI')
  tags.link({ name: entry.destination }, `${entry.title}, page ${entry.page}`, [area], () => {
    set.line(settings.label, `${number} `, x, baseline)
    set.line(settings.entry, `${entry.title} `, x + 26, baseline)
    set.line(settings.entryPage, String(entry.page), x + width, baseline, 'right')
  })
  tags.end()
}

const entryHeight = getLineHeight(settings.entry) + 8

function layOutContents(pen: DrawingContext, entries: readonly ContentsEntry[]): Block {
  const rows = entries.length <= singleColumn ? entries.length : Math.ceil(entries.length / 2)
  const width = rows === entries.length ? wideWidth : (wideWidth - columnSpace) / 2
  const draw = (top: number) => {
    pen.tags.group('TOC', () => {
      for (const [position, entry] of entries.entries()) {
        const x = page.margin + Math.floor(position / rows) * (width + columnSpace)
        drawEntry(pen, entry, formatSectionNumber(position), x, top + (position % rows) * entryHeight, width)
      }
    })
  }
  return { height: rows * entryHeight, gap: 0, draw }
}

/** Second page: the findings in full sentences, and the table of contents. */
export function layOutOverview(
  pen: DrawingContext,
  findings: readonly string[],
  contents: readonly ContentsEntry[],
): Block[] {
  const items = findings.map((finding, position) =>
    layOutFinding(pen, finding, formatSectionNumber(position)),
  )
  const last = items.at(-1)
  if (last) last.gap = 30
  return [
    layOutHeading(pen, 'Key findings'),
    ...tagBlocks(pen.tags, 'L', items),
    layOutHeading(pen, 'Contents'),
    layOutContents(pen, contents),
  ]
}
