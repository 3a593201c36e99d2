import type { Table, TableCell, TableRow } from 'mdast'
import type { TagType } from '#shared/pdf/pdf-tags'
import { type DrawingContext, drawRule } from './drawing-context.ts'
import { ContentError } from './front-matter.ts'
import { plainText } from './markdown.ts'
import { type Block, groupBlocks, tagBlocks } from './paginate.ts'
import {
  getBaseline,
  getLineHeight,
  page,
  type Setting,
  settings,
  textLeft,
  textWidth,
  wideWidth,
} from './report-style.ts'
import { breakBalancedLines, breakLines, drawLines, findMinimumWidth, toRuns } from './text-layout.ts'

interface Column {
  /** Width of the column's text in points, without the gap to the next one. */
  width: number
  /** Right-aligned figures, in the monospaced font so that digits align. */
  isFigures: boolean
  /** Some figures end in a parenthesis, which hangs; the others leave space for it. */
  hanging: number
}

const columnGap = 14
/** Width of a parenthesis in the monospaced font, whose glyphs are all 0.6 of the size wide. */
const parenthesisWidth = settings.figure.size * 0.6
/** A heading up to this width stays on one line. */
const shortHeading = 58

const textOf = (cell: TableCell | undefined) => (cell ? plainText(cell) : '')
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const isFigure = (text: string) => /^[(+<>~-]?[$€£]?\d/.test(text.trim())
const isStrong = (cell: TableCell) =>
  cell.children.length > 0 && cell.children.every(({ type }) => type === 'strong')
const isTotal = (row: TableRow | undefined) =>
  row?.children.every((cell) => isStrong(cell) || plainText(cell) === '') ?? false

/** Figures are set in the monospaced font; words in a column of figures are not. */
const settingOf = (cell: TableCell | undefined, isFigures: boolean): Setting =>
  isFigures && isFigure(textOf(cell)) ? settings.figure : settings.cell

/** Widths of a column, most of them with a heading of at most two lines; figures are never broken. */
function measureColumn({ set }: DrawingContext, table: Table, position: number) {
  const [header, ...cells] = table.children.map((row) => row.children[position])
  const isFigures = table.align?.[position] === 'right'
  const hanging = isFigures && cells.some((cell) => textOf(cell).endsWith(')')) ? parenthesisWidth : 0
  const heading = toRuns(textOf(header), settings.columnHead)
  const measure = (mostInHeading: number, mostInCell: number) => {
    const widths = cells.map((cell) => {
      const runs = toRuns(cell?.children ?? '', settingOf(cell, isFigures))
      return findMinimumWidth(set, runs, isFigures ? 1 : mostInCell)
    })
    return Math.ceil(Math.max(12, findMinimumWidth(set, heading, mostInHeading), ...widths) + hanging + 1)
  }
  const isShort = findMinimumWidth(set, heading, 1) <= shortHeading
  return {
    isFigures,
    hanging,
    /** Without any line break. */
    unbroken: measure(1, 1),
    natural: measure(isShort ? 1 : 2, 1),
    /** With line breaks between all words. */
    least: measure(99, 99),
  }
}

/**
 * Column widths of a table: if everything fits, extra width goes to text columns; otherwise columns share the width
 * equally, except those that need less.
 */
function layOutColumns(pen: DrawingContext, table: Table): Column[] | undefined {
  const count = table.children[0]?.children.length ?? 0
  const columns = Array.from({ length: count }, (_, position) => measureColumn(pen, table, position))
  const gaps = columnGap * (count - 1)
  const total = (of: 'unbroken' | 'natural' | 'least') => sum(columns.map((column) => column[of])) + gaps
  if (total('least') > wideWidth) return undefined
  const width = total('natural') <= textWidth || total('least') <= textWidth * 0.62 ? textWidth : wideWidth
  const wanted = total('unbroken') <= width ? 'unbroken' : 'natural'
  const room = width - total(wanted)
  if (room < 0) return shareWidth(columns, width - gaps)
  const isGrowing = ({ isFigures }: Column | Measured) => !isFigures || columns.every((one) => one.isFigures)
  const growing = sum(columns.filter(isGrowing).map((column) => column[wanted]))
  return columns.map((column) => ({
    ...column,
    width: column[wanted] * (isGrowing(column) ? 1 + room / growing : 1),
  }))
}

type Measured = ReturnType<typeof measureColumn>

function shareWidth(columns: readonly Measured[], width: number): Column[] {
  let room = width
  let least = sum(columns.map((column) => column.least))
  const widths = new Map<Measured, number>()
  for (const column of columns.toSorted((one, other) => one.natural - other.natural)) {
    least -= column.least
    const share = Math.min(room / (columns.length - widths.size), room - least)
    const own = Math.min(column.natural, Math.max(column.least, share))
    widths.set(column, own)
    room -= own
  }
  return columns.map((column) => ({ ...column, width: widths.get(column) ?? 0 }))
}

/** A row of a table; `tag` is that of its first cell. */
function layOutRow(
  pen: DrawingContext,
  row: TableRow,
  columns: readonly Column[],
  left: number,
  isHead: boolean,
) {
  let x = left
  const cells = row.children.map((cell, position) => {
    const column = columns[position] ?? { width: 0, isFigures: false, hanging: 0 }
    const text = plainText(cell)
    const setting = isHead ? settings.columnHead : settingOf(cell, column.isFigures)
    const width = column.width - (text.endsWith(')') ? 0 : column.hanging)
    const runs = toRuns(isHead ? text : cell.children, setting)
    const lines = isHead ? breakBalancedLines(pen.set, runs, width) : breakLines(pen.set, runs, width)
    const place = { x, ...(column.isFigures && { alignedIn: width }) }
    x += column.width + columnGap
    const drop = setting === settings.figure ? getBaseline(settings.cell) - getBaseline(setting) : 0
    return { text, setting, lines, place, drop, height: drop + lines.length * getLineHeight(setting) }
  })
  const inner = Math.max(...cells.map(({ height }) => height))
  const padding = isHead ? 4 : 3.2
  const height = inner + 2 * padding
  const draw = (y: number) => {
    pen.tags.group('TR', () => {
      for (const [position, { text, setting, lines, place, drop, height }] of cells.entries()) {
        const isHeading = isHead || (position === 0 && text !== '')
        const tag: TagType = isHeading ? 'TH' : 'TD'
        pen.tags.begin(tag, isHeading ? { scope: isHead ? 'Column' : 'Row' } : {})
        // Headings of several lines are bottom-aligned.
        const top = y + padding + (isHead ? inner - height : drop)
        drawLines(pen, lines, setting, { ...place, y: top })
        pen.tags.end()
      }
    })
  }
  return { height, draw }
}

/**
 * Number of rows kept together at the start and end of a table; a table with fewer than three times as many is not
 * split.
 */
const together = 3

/**
 * A ruled table. A long one may continue on the next page, where its header is repeated. Throws a ContentError if not
 * even single words fit the page.
 */
export function layOutTable(pen: DrawingContext, file: string, table: Table): Block[] {
  const columns = layOutColumns(pen, table)
  if (!columns) {
    const line = table.position?.start.line
    throw new ContentError(file, [
      `line ${line}: the table is wider than the page; use fewer columns or shorter words`,
    ])
  }
  const width = sum(columns.map((column) => column.width)) + columnGap * (columns.length - 1)
  const left = width > textWidth + 1 ? page.margin : textLeft
  const rows = table.children.map((row, position): Block => {
    const { height, draw } = layOutRow(pen, row, columns, left, position === 0)
    // A heavier rule below the header, and above and below a total.
    const last = table.children.at(-1)
    const isRuled = position === 0 || isTotal(row) || (table.children.at(-2) === row && isTotal(last))
    return {
      height,
      gap: 0,
      draw: (y) => {
        draw(y)
        drawRule(pen, left, y + height, width, isRuled)
      },
    }
  })
  const [header, ...body] = rows
  if (!header) return []
  const head = { height: header.height, draw: (y: number) => pen.tags.decoration(() => header.draw(y)) }
  const parts =
    body.length < 3 * together
      ? [groupBlocks(rows, 15)]
      : [
          groupBlocks([header, ...body.slice(0, together)]),
          ...body.slice(together, -together).map((row) => ({ ...row, head })),
          { ...groupBlocks(body.slice(-together), 15), head },
        ]
  return tagBlocks(pen.tags, 'Table', parts)
}
