/** A statement as a PDF: laid out first, so that each page shows the number of pages, then drawn page by page. */

import { loadScriptFonts } from '#common/script-fonts'
import { palette } from '#shared/brand'
import { formatLongDate, formatLongDateTime, formatRecordDates, writeShortDay } from '#shared/format-date'
import { drawLogo } from '#shared/pdf/draw-logo'
import { PdfTagger } from '#shared/pdf/pdf-tags'
import { renderPdfPages } from '#shared/pdf/render-pages'
import { ROMANIZED, type ScriptFont, type TextStyle, Typesetter } from '#shared/pdf/typesetter'
import { addThousandsSeparators } from '#shared/thousands-separators'
import type { Statement, StatementRow } from './statement-figures.ts'
import { columns, descriptionWidth, page, rightEdge, textStyles } from './statement-style.ts'
import { buildTables, drawTable, getTableHeight } from './statement-tables.ts'

const LINE = 11
const ROW_PADDING = 7
const MAX_LINES = 3
/** Lines for a distribution payment: its figures are at the end, and none is cut off. */
const MAX_PAYMENT_LINES = 6
/** Where rows begin on pages after the first, and below which only the footer is drawn. */
const TOP = 96
const BOTTOM = page.height - page.bottom

/**
 * Maximum rows with a tag for each cell, for screen readers: tagging the cells of 20,000 rows makes the file ten times
 * as large.
 */
const MAX_CELL_ROWS = 2_000

/** Milliseconds of work before yielding to other requests. */
const TURN_MS = 8

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Yields to other requests after a time limit rather than a row count: the cost of a row depends on its text. */
function makePauses(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < TURN_MS) return undefined
    return nextTurn().then(() => {
      began = performance.now()
    })
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const wordsOf = ({ isPayment, description }: StatementRow): string =>
  isPayment ? formatRecordDates(description) : description
const signOf = ({ type }: StatementRow): string => (type === 'withdrawal' || type === 'fee' ? '−' : '+')

function describePeriod({ from, to }: Statement['range']): string {
  if (from && to)
    return from === to ? formatLongDate(from) : `${formatLongDate(from)} to ${formatLongDate(to)}`
  if (from) return `From ${formatLongDate(from)}`
  return to ? `Up to ${formatLongDate(to)}` : 'All transactions'
}

/** Texts written by users: the rest of a statement is in the site's own fonts. */
const textsOf = ({ siteName, address, investor, rows }: Statement): string[] => [
  siteName,
  address,
  investor.name,
  investor.email,
  ...rows.map(({ description }) => description),
]

/** A row with its description split into lines. */
interface LaidRow {
  row: StatementRow
  lines: string[]
  height: number
}

/** Something drawn above the rows, at a vertical position of the page. */
interface Placed {
  y: number
  draw: (y: number) => void
}

interface LaidPage {
  placed: Placed[]
  rows: LaidRow[]
  /** Where its rows begin, with their column headings. */
  rowsTop: number
}

/** Where the figures begin on the first page, and space between and below them. */
const FIGURES_TOP = 252
const FIGURES_GAP = 14
const ROWS_GAP = 28
/** From the column headings to the first row. */
const COLUMN_HEADS = 20

class StatementWriter {
  readonly #document: PDFKit.PDFDocument
  readonly #set: Typesetter
  readonly #tags: PdfTagger
  readonly #statement: Statement
  readonly #madeAt: Date
  /** Whether transaction rows are tagged by cell, or as one line each. */
  readonly #hasCells: boolean

  constructor(
    document: PDFKit.PDFDocument,
    statement: Statement,
    madeAt: Date,
    scripts: readonly ScriptFont[],
  ) {
    this.#document = document
    this.#set = new Typesetter(document, scripts)
    this.#tags = new PdfTagger(document)
    this.#statement = statement
    this.#hasCells = statement.rows.length <= MAX_CELL_ROWS
    this.#madeAt = madeAt
  }

  /** The part above the rows: the tables of figures, or a note that there are none. */
  #figures(): { height: number; draw: (y: number) => void }[] {
    const pen = {
      set: this.#set,
      tags: this.#tags,
      rule: (y: number, isStrong: boolean) =>
        isStrong ? this.#rule(y, palette.lineStrong, 0.75) : this.#rule(y),
    }
    const tables = buildTables(this.#statement).map((table) => ({
      height: getTableHeight(table),
      draw: (y: number) => drawTable(table, y, pen),
    }))
    if (this.#statement.figures.length > 0) return tables
    const text = 'No completed transactions up to the end of this period.'
    const note = {
      height: 20,
      draw: (y: number) => this.#line('P', textStyles.text, text, page.margin, y + 12),
    }
    return [...tables, note]
  }

  async layOut(): Promise<LaidPage[]> {
    const last: LaidPage = { placed: [], rows: [], rowsTop: 0 }
    const pages: LaidPage[] = [last]
    const current = () => pages.at(-1) ?? last
    const turn = () => {
      pages.push({ placed: [], rows: [], rowsTop: TOP })
      return TOP
    }
    let y = FIGURES_TOP
    for (const { height, draw } of this.#figures()) {
      if (y + height > BOTTOM) y = turn()
      current().placed.push({ y, draw })
      y += height + FIGURES_GAP
    }
    y += ROWS_GAP
    if (y + COLUMN_HEADS + LINE + ROW_PADDING > BOTTOM) y = turn()
    current().rowsTop = y
    y += COLUMN_HEADS
    const pause = makePauses()
    for (const row of this.#statement.rows) {
      await pause()
      const most = row.isPayment ? MAX_PAYMENT_LINES : MAX_LINES
      const described = this.#set.wrap(textStyles.cell, wordsOf(row), descriptionWidth, most)
      const lines = described.length > 0 ? described : ['No description']
      const height = lines.length * LINE + ROW_PADDING
      if (y + height > BOTTOM) y = turn() + COLUMN_HEADS
      current().rows.push({ row, lines, height })
      y += height
    }
    return pages
  }

  /** Draws one page, which must be the document's current one. */
  drawPage(pages: readonly LaidPage[], index: number): void {
    const tags = this.#tags
    const { placed, rows, rowsTop } = pages[index] ?? { placed: [], rows: [], rowsTop: TOP }
    const isLast = index === pages.length - 1
    if (index === 0) this.#drawHead()
    else tags.decoration(() => this.#drawRunningHead())
    for (const { y, draw } of placed) draw(y)
    if (rows.length > 0) {
      this.#drawRows(rows, rowsTop, pages[index - 1]?.rows.length === 0 || index === 0)
      if (isLast && this.#hasCells) tags.end()
    } else if (isLast) {
      this.#line('P', textStyles.text, 'There are no transactions in this period.', page.margin, rowsTop)
    }
    tags.decoration(() => this.#drawFoot(index + 1, pages.length))
    if (isLast) tags.end()
  }

  /** Draws the rows of a page. All pages share one table: its headings are read once. */
  #drawRows(rows: readonly LaidRow[], top: number, isFirst: boolean): void {
    const tags = this.#tags
    if (isFirst && this.#hasCells) tags.begin('Table')
    const plain: Typesetter['line'] = (...line) => this.#set.line(...line)
    if (!isFirst) tags.decoration(() => this.#drawColumnHeads(top, plain))
    else if (this.#hasCells)
      tags.group('TR', () => this.#drawColumnHeads(top, (...line) => this.#head(...line)))
    else tags.text('P', () => this.#drawColumnHeads(top, plain))
    tags.decoration(() => this.#rule(top + 6, palette.lineStrong, 0.75))
    let y = top + COLUMN_HEADS
    for (const laid of rows) {
      this.#row(() => this.#drawRow(laid, y))
      y += laid.height
      tags.decoration(() => this.#rule(y - LINE + 1))
    }
  }

  /** A row of transactions. */
  #row(draw: () => void): void {
    if (this.#hasCells) this.#tags.group('TR', draw)
    else this.#tags.text('P', draw)
  }

  /** A cell of such a row; empty without `draw`. */
  #cellOf(draw?: () => void): void {
    if (this.#hasCells) this.#tags.text('TD', draw)
    else draw?.()
  }

  #cell(...line: Parameters<Typesetter['line']>): void {
    this.#cellOf(() => this.#set.line(...line))
  }

  /** One line that is read as a separate part. */
  #line(type: 'H1' | 'P' | 'TD', ...line: Parameters<Typesetter['line']>): void {
    this.#tags.text(type, () => this.#set.line(...line))
  }

  #rule(y: number, color: string = palette.line, width = 0.5): void {
    this.#document.moveTo(page.margin, y).lineTo(rightEdge, y).lineWidth(width).strokeColor(color).stroke()
  }

  #drawBrand(x: number, baseline: number): void {
    drawLogo(this.#document, x, baseline - 14, 18, palette.ink)
    this.#set.line(textStyles.brand, this.#statement.siteName, x + 24, baseline)
  }

  #drawHead(): void {
    const { siteName, address, investor, range, rows } = this.#statement
    this.#tags.text('P', () => this.#drawBrand(page.margin, 62))
    this.#line('H1', textStyles.title, 'Account statement', page.margin, 112)
    // A valuation added later for an earlier day changes the figures of the period.
    this.#line('P', textStyles.text, `Records as of ${formatLongDate(this.#madeAt)}`, rightEdge, 112, 'right')
    const half = 310
    this.#pair('Investor', page.margin, 142, investor.name, investor.email)
    const counted = `${rows.length.toLocaleString('en-US')} ${rows.length === 1 ? 'transaction' : 'transactions'}, dates in UTC`
    this.#pair('Period', half, 142, describePeriod(range), counted)
    this.#pair('Account number', page.margin, 194, investor.account, 'Investor account in USD')
    this.#pair('Issuer', half, 194, siteName, address)
  }

  #pair(label: string, x: number, y: number, first: string, second: string): void {
    const width = 240
    const cut = (face: TextStyle, text: string) => this.#set.wrap(face, text, width, 1)[0] ?? ''
    this.#tags.text('P', () => {
      this.#set.line(textStyles.label, label.toUpperCase(), x, y)
      this.#set.line(textStyles.name, cut(textStyles.name, first), x, y + 15)
      this.#set.line(textStyles.text, cut(textStyles.text, second), x, y + 28)
    })
  }

  /** The heading of a column. */
  #head(...line: Parameters<Typesetter['line']>): void {
    this.#tags.text('TH', () => this.#set.line(...line), { scope: 'Column' })
  }

  #drawRunningHead(): void {
    const { investor, range } = this.#statement
    this.#drawBrand(page.margin, 58)
    const text = `Account statement, ${describePeriod(range)}`
    this.#set.line(textStyles.text, text, rightEdge, 52, 'right')
    this.#set.line(
      textStyles.quiet,
      this.#set.wrap(textStyles.quiet, investor.name, 240, 1)[0] ?? '',
      rightEdge,
      64,
      'right',
    )
  }

  /** Drawn on each page, and read on the first. */
  #drawColumnHeads(y: number, draw: Typesetter['line']): void {
    draw(textStyles.label, 'DATE', columns.date, y)
    draw(textStyles.label, 'TYPE', columns.type, y)
    draw(textStyles.label, 'DESCRIPTION', columns.description, y)
    draw(textStyles.label, 'STATUS', columns.status, y)
    draw(textStyles.label, 'AMOUNT', columns.amount, y, 'right')
    draw(textStyles.label, 'FEE', columns.fee, y, 'right')
  }

  #drawRow({ row, lines }: LaidRow, y: number): void {
    const counts = row.status === 'completed'
    this.#cell(textStyles.figure, writeShortDay(row.transaction_date), columns.date, y)
    this.#cell(textStyles.cell, row.isPayment ? 'Distribution' : capital(row.type), columns.type, y)
    this.#cellOf(() =>
      lines.forEach((line, at) => {
        this.#set.line(
          row.description ? textStyles.cell : textStyles.quiet,
          line,
          columns.description,
          y + at * LINE,
        )
      }),
    )
    this.#cell(counts ? textStyles.cell : textStyles.quiet, capital(row.status), columns.status, y)
    const amount = { ...textStyles.figure, color: counts ? textStyles.figure.color : palette.inkThird }
    this.#cell(
      amount,
      `${signOf(row)}${addThousandsSeparators(row.amount)} ${row.currency}`,
      columns.amount,
      y,
      'right',
    )
    const hasFee = row.fee !== '0.00'
    this.#cellOf(
      hasFee
        ? () => this.#set.line(amount, `−${addThousandsSeparators(row.fee)}`, columns.fee, y, 'right')
        : undefined,
    )
  }

  #drawFoot(number: number, of: number): void {
    const y = page.height - 36
    const note = this.#set.romanized ? `. ${ROMANIZED}` : ''
    this.#set.line(textStyles.foot, `Generated ${formatLongDateTime(this.#madeAt)}${note}`, page.margin, y)
    this.#set.line(textStyles.foot, `Page ${number} of ${of}`, rightEdge, y, 'right')
  }
}

/** Draws a statement. Other requests run between two pages, so a long statement blocks none of them. */
export function renderStatementPdf(statement: Statement, madeAt: Date): AsyncGenerator<Uint8Array> {
  const info = {
    Title: `Account statement, ${describePeriod(statement.range)}`,
    Author: statement.siteName,
    Subject: `Transactions of ${statement.investor.name}`,
    CreationDate: madeAt,
  }
  return renderPdfPages(info, async (document) => {
    const scripts = await loadScriptFonts(textsOf(statement))
    const writer = new StatementWriter(document, statement, madeAt, scripts)
    const layout = await writer.layOut()
    return { count: layout.length, drawPage: (index) => writer.drawPage(layout, index) }
  })
}
