import type { Table, TableCell } from 'mdast'
import { type Face, measureText } from './fonts.ts'
import { plainText } from './markdown.ts'
import { type Setting, settings, textWidth, wideWidth } from './style.ts'

export interface Column {
  /** Width of the column's text in points, without the gap to the next one. */
  width: number
  /** Right-aligned figures, in the monospaced font so that digits align. */
  isFigures: boolean
  /** Some figures end in a parenthesis: it hangs, and the others leave space for it. */
  hangsParenthesis: boolean
}

export const columnGap = 14
/** Width of a parenthesis in the monospaced font, in which every glyph has 0.6 of the size. */
export const parenthesisWidth = settings.figure.size * 0.6
const leastWidth = 12

/**
 * Column widths from the real widths of the words, as in a browser: when everything fits, nothing is broken; else
 * columns of figures have their full width and columns of text share the rest by need. Returns undefined when not
 * even single words fit the page.
 */
export function layOutColumns(table: Table): Column[] | undefined {
  const count = table.children[0]?.children.length ?? 0
  const columns = Array.from({ length: count }, (_, position) => measureColumn(table, position))
  const gaps = columnGap * (count - 1)
  const total = (widthOf: (column: Measured) => number) => sum(columns.map(widthOf)) + gaps
  const least = total((column) => column.least)
  if (least > wideWidth) return undefined
  const width =
    total((column) => column.natural) <= textWidth || least <= textWidth * 0.62 ? textWidth : wideWidth
  const isRoomy = total((column) => column.unbroken) <= width
  const natural = (column: Measured) => (isRoomy ? column.unbroken : column.natural)
  const widths =
    total(natural) <= width
      ? stretch(columns, natural, width - total(natural))
      : shrink(columns, width - gaps)
  return columns.map(({ isFigures, hangsParenthesis }, position) => ({
    width: widths[position] ?? 0,
    isFigures,
    hangsParenthesis,
  }))
}

/** Figures are set in the monospaced font; words in a column of figures are not. */
export function isFigure(text: string): boolean {
  return /^[(+<>~-]?[$€£]?\d/.test(text.trim())
}

interface Measured extends Omit<Column, 'width'> {
  /** Without any line break, also in the heading. */
  unbroken: number
  /** With a heading in up to two lines. */
  natural: number
  /** With line breaks between all words. */
  least: number
}

function measureColumn(table: Table, position: number): Measured {
  const [header, ...rows] = table.children.map((row) => row.children[position])
  const isFigures = table.align?.[position] === 'right'
  const hangsParenthesis = isFigures && rows.some((cell) => textOf(cell).endsWith(')'))
  const hanging = hangsParenthesis ? parenthesisWidth : 0
  const cells = rows.map((cell) => measureCell(cell, isFigures, hanging))
  const heading = textOf(header)
  const measure = measureIn(settings.columnHead)
  const widest = (headingWidth: number, cellWidths: number[]) =>
    Math.ceil(Math.max(leastWidth, headingWidth, ...cellWidths) + 1)
  const natural = cells.map((cell) => cell.natural)
  return {
    isFigures,
    hangsParenthesis,
    unbroken: widest(measure(heading) + hanging, natural),
    natural: widest(narrowestHeading(heading, measure) + hanging, natural),
    least: widest(
      longestWord(heading, measure),
      cells.map((cell) => cell.least),
    ),
  }
}

function measureCell(cell: TableCell | undefined, isFigures: boolean, hanging: number) {
  const text = textOf(cell)
  const isStrong = cell?.children.some((child) => child.type === 'strong') ?? false
  const measure = measureIn(
    isFigures && isFigure(text) ? settings.figure : settings.cell,
    isStrong ? 600 : 400,
  )
  const natural = measure(text) + hanging
  return { natural, least: isFigures ? natural : longestWord(text, measure) }
}

type Measure = (text: string) => number

function measureIn({ face, size }: Setting, weight: Face['weight'] = face.weight): Measure {
  return (text) => measureText({ ...face, weight }, text, size)
}

/** A heading up to this width stays on one line. */
const shortHeading = 58

/** Width a heading needs: its own when it is short, else that at which it takes two lines. */
function narrowestHeading(text: string, measure: Measure): number {
  if (measure(text) <= shortHeading) return measure(text)
  const words = text.split(/\s+/)
  const widths = words.map((_, position) => {
    const lines = [words.slice(0, position), words.slice(position)]
    return Math.max(...lines.map((line) => measure(line.join(' '))))
  })
  return Math.min(...widths)
}

const textOf = (cell: TableCell | undefined) => (cell ? plainText(cell) : '')
const longestWord = (text: string, measure: Measure) => Math.max(0, ...text.split(/\s+/).map(measure))
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** Extra width goes to columns of text, so that figures are close to the right edge. */
function stretch(columns: Measured[], natural: (column: Measured) => number, spare: number): number[] {
  const hasText = columns.some((column) => !column.isFigures)
  const grows = (column: Measured) => !hasText || !column.isFigures
  const wanted = sum(columns.filter(grows).map(natural))
  return columns.map((column) => natural(column) + (grows(column) ? (spare * natural(column)) / wanted : 0))
}

/** Columns that need at most an even share get what they need; the others share the rest by need. */
function shrink(columns: Measured[], room: number): number[] {
  const settled = new Set<Measured>()
  let rest = room
  for (const column of columns.toSorted((one, other) => one.natural - other.natural)) {
    const others = columns.filter((other) => other !== column && !settled.has(other))
    const isModest = column.natural <= rest / (others.length + 1)
    if (!isModest || rest - column.natural < sum(others.map((other) => other.least))) break
    settled.add(column)
    rest -= column.natural
  }
  const open = columns.filter((column) => !settled.has(column))
  const spare = rest - sum(open.map((column) => column.least))
  const wanted = sum(open.map((column) => column.natural - column.least))
  return columns.map((column) =>
    settled.has(column) ? column.natural : column.least + (spare * (column.natural - column.least)) / wanted,
  )
}
